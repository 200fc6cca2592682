/* raw_requests.h: parts of requests, as bytes; @ stands for the server's address. */
#ifndef ROUNDHOUSE_TESTS_SERVER_RAW_REQUESTS_H
#define ROUNDHOUSE_TESTS_SERVER_RAW_REQUESTS_H

#define GET           "GET /api/1/hello HTTP/1.1\r\nHost: @\r\n"
#define POST_TO(path) "POST " path " HTTP/1.1\r\nHost: @\r\nOrigin: http://@\r\n"
#define GUEST         POST_TO("/api/1/guest")
#define ADA           "{\"name\":\"Ada\"}" /* 14 bytes */
#define GUEST_ADA     GUEST "Content-Length: 14\r\n\r\n" ADA
#define CHUNKED       "Transfer-Encoding: chunked\r\n"

#endif
