#!/usr/bin/env python3
"""A bot for a Roundhouse server: plays at random wherever it has a seat.

    bot.py http://localhost:8080 TOKEN

The token is that of a program account (POST /api/1/programs). docs/protocol.md
describes every message; put something better in place of random.choice.
"""
import base64, json, os, random, socket, struct, sys, time, urllib.parse


class WebSocket:
    """As much of RFC 6455 as a client needs."""

    def __init__(self, url, token):
        place = urllib.parse.urlsplit(url)
        self.socket = socket.create_connection((place.hostname, place.port or 80))
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET /ws/1 HTTP/1.1\r\nHost: {place.netloc}\r\n"
                             f"Authorization: Bearer {token}\r\nUpgrade: websocket\r\n"
                             f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                             f"Sec-WebSocket-Key: {key}\r\n\r\n").encode())
        self.bytes = self.socket.makefile("rb")
        if b" 101 " not in self.bytes.readline():
            sys.exit("The server does not let us in: is the token right?")
        while self.bytes.readline().strip():
            pass

    def send(self, payload, opcode=0x1):
        size, mask = len(payload), os.urandom(4)
        long = bytes([0x80 | size]) if size < 126 else struct.pack(">BH", 0x80 | 126, size)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self.socket.sendall(bytes([0x80 | opcode]) + long + mask + masked)

    def messages(self):
        while head := self.bytes.read(2):
            size = head[1] & 0x7F
            if size >= 126:
                size = int.from_bytes(self.bytes.read(2 if size == 126 else 8), "big")
            payload = self.bytes.read(size)
            if head[0] & 0x0F == 0x9:  # a ping wants a pong
                self.send(payload, 0xA)
            elif head[0] & 0x0F == 0x1:
                yield json.loads(payload)


def play(server):
    def say(**message):
        server.send(json.dumps(message).encode())

    watched = set()
    say(do="mine")
    for message in server.messages():
        if message["type"] == "mine":
            for table in message["tables"]:
                if table["state"] != "over" and table["table"] not in watched:
                    watched.add(table["table"])
                    say(do="watch", table=table["table"], **{"with": ["actions"]})
        elif message["type"] == "update" and message["actions"]:
            say(do="act", table=message["table"], n=message["n"],
                action=random.choice(message["actions"]))


while True:  # a server that restarts is back in a moment
    try:
        play(WebSocket(*sys.argv[1:3]))
    except OSError:
        pass
    time.sleep(2)
