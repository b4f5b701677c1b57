#!/usr/bin/env python3
"""Plays a live game by moves drawn by chance: bot.py http://127.0.0.1:8080 KEY

KEY is a seat's key, or an invitation, whose seat it takes. The standard library is all that it needs.
"""
import json
import random
import string
import sys
import urllib.error
import urllib.request

if len(sys.argv) != 3:
    sys.exit("bot.py: usage: bot.py URL KEY")
url, key = sys.argv[1].rstrip("/") + "/api/v1/live", sys.argv[2]


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": "Bearer " + key, "Content-Type": "application/json"}
    try:
        return urllib.request.urlopen(urllib.request.Request(url + path, data, headers))
    except urllib.error.HTTPError as refused:
        sys.exit(json.load(refused)["detail"])
    except OSError as away:
        sys.exit(f"{url}: {away}")


if "invited" in json.load(ask("")):
    seat = "".join(random.SystemRandom().choices(string.ascii_letters + string.digits, k=22))
    key = json.load(ask("/seat", {"seat": seat}))["key"]

for line in ask("/events"):
    event = json.loads(line) if line.strip() else {}  # an empty line says that the server is there
    if event.get("t") == "error":
        sys.exit(event["d"]["error"])
    if event.get("t") != "state":
        continue
    state = event["d"]
    if state["result"]:
        print(state["result"]["winner"])
        break
    if state["moves"]:  # it is our turn
        move = random.choice(state["moves"])["text"]
        ask("/moves", {"ply": len(state["history"]), "move": move})
