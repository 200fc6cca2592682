#!/usr/bin/env python3
# random_bot.py: a bot for a server.
"""A bot for a Roundhouse server, with nothing but Python's standard library.

    random_bot.py http://127.0.0.1:8930 TOKEN TABLE

sits down at the table if it does not sit there yet, and plays at random until the
game is over. POST /api/1/programs gives a token; docs/protocol.md has the rest."""
import base64, json, os, random, socket, ssl, struct, sys
from urllib.parse import urlsplit


class WebSocket:
    """As much of RFC 6455 as it takes to exchange texts."""

    def __init__(self, url, token):
        site = urlsplit(url)
        port = site.port or (443 if site.scheme == "https" else 80)
        self.socket = socket.create_connection((site.hostname, port))
        if site.scheme == "https":
            self.socket = ssl.create_default_context().wrap_socket(
                self.socket, server_hostname=site.hostname)
        self.stream = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /ws/1 HTTP/1.1\r\nHost: {site.netloc}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
            f"Authorization: Bearer {token}\r\n\r\n".encode())
        status = self.stream.readline()
        if b" 101 " not in status:
            sys.exit(f"The server says: {status.decode().strip()}")
        while self.stream.readline() != b"\r\n":
            pass

    def frame(self, opcode, payload):
        mask, length = os.urandom(4), len(payload)
        size = bytes([0x80 | length]) if length < 126 else b"\xfe" + struct.pack("!H", length)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self.socket.sendall(bytes([0x80 | opcode]) + size + mask + masked)

    def send(self, **message):
        self.frame(1, json.dumps(message).encode())

    def receive(self):
        text = b""
        while True:
            head = self.stream.read(2)
            if len(head) < 2 or head[0] & 15 == 8:
                sys.exit("The server has hung up.")
            length = head[1] & 127
            if length == 126:
                length, = struct.unpack("!H", self.stream.read(2))
            elif length == 127:
                length, = struct.unpack("!Q", self.stream.read(8))
            payload = self.stream.read(length)
            if head[0] & 15 == 9:  # a ping
                self.frame(10, payload)
                continue
            text += payload
            if head[0] & 0x80 and head[0] & 15 < 3:
                return json.loads(text)


def main(url, token, table):
    server = WebSocket(url, token)
    server.send(do="watch", table=table, **{"with": ["actions"]})
    while True:
        message = server.receive()
        if message["type"] == "error" and message["code"] != "stale":
            sys.exit(message["text"])
        if message["type"] == "table" and message["state"] == "open" and message["you"] is None:
            server.send(do="sit", table=table)
        if message["type"] == "table" and message["state"] == "over":
            print("places:", message["ranking"], "scores:", message["scores"])
            return
        if message["type"] == "update" and message["actions"]:
            action = random.choice(message["actions"])
            server.send(do="act", table=table, n=message["n"], action=action)


if __name__ == "__main__":
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__)
        sys.exit(0)
    if len(sys.argv) != 4:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    main(*sys.argv[1:])
