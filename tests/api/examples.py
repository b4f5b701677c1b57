#!/usr/bin/python3
"""Runs the examples of docs/api.md: each command in the shell, against a server of its own, and what it prints is as the document says.

In what it says … stands for anything, in an object or a list for any more members. A capital word in quotes, "KEY", is kept when it is first seen
and put in its place from then on.
"""
import json
import os
import re
import subprocess
import sys

from house import ROOT, Server

USUAL = "http://127.0.0.1:8080"
ANYTHING = {"…": "anything"}


def examples():
    with open(os.path.join(ROOT, "docs/api.md"), encoding="utf-8") as file:
        text = file.read()
    blocks = re.findall(r"^```(\w+)\n(.*?)^```\n", text, re.S | re.M)
    for (kind, command), (form, answer) in zip(blocks[::2], blocks[1::2], strict=True):
        if kind != "sh" or form not in ("json", "xml"):
            sys.exit(f"examples: a command and its answer are wanted, and here are {kind} and {form}")
        yield command, form, answer.strip()


def pattern_of(text):
    """The document's JSON with each … as a value or a member of its own."""
    text = re.sub(r'([{,])…(?=[,}])', r'\1"…":0', text)  # of an object
    return json.loads(re.sub(r'(?<=[:\[,])…', json.dumps(ANYTHING, ensure_ascii=False), text))


def fault(wanted, given, known, where=""):
    """Where an answer is not as the document says; nothing where it is."""
    if wanted == ANYTHING:
        return None
    if isinstance(wanted, str) and re.fullmatch(r"[A-Z]{3,}", wanted):
        return None if known.setdefault(wanted, given) == given else f"{where}: another {wanted}"
    if isinstance(wanted, dict) and isinstance(given, dict):
        more = "…" in wanted
        if not more and wanted.keys() != given.keys():
            return f"{where}: {sorted(wanted.keys() ^ given.keys())}"
        for name, value in wanted.items():
            if name != "…":
                if name not in given:
                    return f"{where}: there is no {name}"
                if wrong := fault(value, given[name], known, f"{where}/{name}"):
                    return wrong
        return None
    if isinstance(wanted, list) and isinstance(given, list):
        more = bool(wanted) and wanted[-1] == ANYTHING
        items = wanted[:-1] if more else wanted
        if len(given) < len(items) or (not more and len(given) > len(items)):
            return f"{where}: {len(given)} items"
        return next((wrong for i, (one, other) in enumerate(zip(items, given)) if (wrong := fault(one, other, known, f"{where}/{i}"))), None)
    return None if wanted == given else f"{where}: {json.dumps(given)[:200]}"


def run(command, is_stream):
    """What it prints; of a stream that goes on the first line."""
    with subprocess.Popen(["bash", "-c", command.replace("curl", "exec curl -sS", 1)], stdout=subprocess.PIPE, text=True) as curl:
        if is_stream:
            line = curl.stdout.readline()
            curl.kill()
            return line
        return curl.communicate(timeout=60)[0]


def main():
    passed, wrong = 0, []
    with Server() as server:
        known = {}
        for command, form, answer in examples():
            for word, value in known.items():
                command = command.replace(f"Bearer {word}'", f"Bearer {value}'")
            said = run(command.replace(USUAL, server.url), "/events" in command)
            if form == "xml":
                trouble = None if said.startswith(answer.rstrip("…").strip()) else f"it begins {said[:60]}"
            else:
                try:
                    trouble = fault(pattern_of(answer), json.loads(said.strip().splitlines()[-1]), known)
                except (ValueError, IndexError) as error:
                    trouble = f"{error}: {said[:300]}"
            passed += not trouble
            if trouble:
                wrong.append(f"{command.strip()}\n    {trouble}")
        ending = server.end()
    wrong += [ending] if ending else []
    for each in wrong:
        print(each)
    print(f"{passed} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
