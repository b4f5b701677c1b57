#!/usr/bin/python3
"""Asks a server for thousands of things that are made of its own OpenAPI document, right ones and wrong ones.

    tests/api/generated.py [--requests N] [--seed S]

Every answer must be one that the document declares: valid by the schema of its operation, or a problem; 503 and 429 with Retry-After, and
no other 5xx. A body that is not valid by the schema of its request must be refused. In the end the server is there and logs no error.
The same seed makes the same requests (keys apart, which are drawn by chance).
"""
import argparse
import json
import queue
import random
import sys
import threading
import urllib.parse

from jsonschema import Draft202012Validator

from house import Server

WORKERS = 4
VARIANTS = ["ataxx", "ataxx:size=5x5", "thomas", "hexxagon", "penntagon", "magnetone", "magnetone:weak", "boop", "boop:size=5x5", "attract",
            "insert", "clobber:size=4x4", "clobber:size=5x6", "blocco:size=4x4"]
STRANGE = ["", " ", "\0", "a\nb", "é", "\u202e", "😀", "x" * 300, "startpos", "null", "-1", "1e999", "%", "../../etc/passwd", "<svg>", "'\";--",
           "ataxx:", "ataxx:size=99999999999x1", "clobber:size=12x12", "{2|-1}", "{{{{{{{{|}}}}}}}}", "2^999999999", "a1", "a1-a2", "pass", "@X"]
# What is right by the schema and takes the server's time: asked for sparingly.
FRUGAL = {"seconds": [0.05, 0.06], "depth": [0, 1, 2, 3], "games": [1, 20, 200], "nodes": [1, 1000], "lines": [1, 2, 5]}
# What two players must agree on is too rare to be met by chance: tests/server/api_test.cpp has it.
RARE = {"post_accept", "post_decline", "post_sit"}


class Validators:
    def __init__(self, document):
        self.document = document
        self.made = {}

    def wrong(self, schema, value):
        key = json.dumps(schema)
        if key not in self.made:
            self.made[key] = Draft202012Validator({"allOf": [schema], "components": self.document["components"]})
        error = next(self.made[key].iter_errors(value), None)
        return error and f"{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"


class Operation:
    def __init__(self, method, path, declared):
        self.method, self.path, self.declared = method.upper(), path, declared
        self.fields = {}
        self.required = set()
        self.places = {}
        for parameter in declared["parameters"]:
            self.add(parameter["name"], parameter["schema"], parameter["required"], parameter["in"])
        body = declared.get("requestBody")
        self.body = body and body["content"]["application/json"]["schema"]
        for name, schema in (self.body or {"properties": {}})["properties"].items():
            self.add(name, schema, name in self.body["required"], "body")
        self.has_key = "security" in declared
        (self.good, answer), = [(int(status), each) for status, each in declared["responses"].items() if status != "default"]
        (self.type, content), = answer["content"].items()
        self.answer = content["schema"]

    def add(self, name, schema, required, place):
        self.fields[name] = schema
        self.places[name] = place
        if required:
            self.required.add(name)


class Worker(threading.Thread):
    def __init__(self, number, server, operations, validators, seed, requests, faults):
        super().__init__()
        self.number, self.server, self.operations, self.validators = number, server, operations, validators
        self.chance, self.requests, self.faults = random.Random(f"{seed}/{number}"), requests, faults
        self.links = {}
        self.keys, self.puzzles, self.positions, self.moves = [], [], [], []
        self.counts = {}
        self.answered = set()  # operations, as is right

    # values

    def nested(self, schema):
        form = self.chance.choice(self.validators.document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]["oneOf"])
        if form["type"] == "null":
            return None
        return {name: each["const"] if "const" in each else self.value(name, each) for name, each in form["properties"].items()}

    def value(self, name, schema):
        """One that is right by the schema, and mostly by its sense."""
        draw = self.chance
        if "$ref" in schema:
            return self.nested(schema)
        if "enum" in schema:
            return draw.choice(schema["enum"])
        kind = schema["type"]
        if kind == "boolean":
            return draw.random() < 0.5
        if kind in ("integer", "number"):
            if name in FRUGAL:
                allowed = [n for n in FRUGAL[name] if schema["minimum"] <= n <= schema.get("maximum", n)]
                return draw.choice(allowed or [schema["minimum"]])
            if name == "ply":
                return draw.randrange(3)
            most = min(schema.get("maximum", 1000), 1000)
            return draw.randint(int(schema["minimum"]), int(most)) if kind == "integer" else draw.uniform(schema["minimum"], most)
        if kind == "array":
            return [draw.choice(self.keys or ["nothing"]) for _ in range(draw.randrange(3))]
        pools = {"game": VARIANTS, "position": self.positions + ["startpos"] * 5, "moves": self.moves + [""] * 3, "move": self.moves,
                 "id": self.puzzles, "seat": ["".join(draw.choice("abcXYZ019") for _ in range(22))],
                 "marks": ["", "cross:a1", "arrow:a1-a2 dot:b1", "label:a1=A"], "caption": ["", "Nero & Bianco", "<b>"],
                 "board": ["xo", "xox/oxo", "2x/o1o"], "of": ["*", "{2|-1} + ^*", "1/2", "^"]}
        return draw.choice(pools.get(name) or STRANGE)

    def wrong_value(self, schema):
        draw = self.chance
        return draw.choice([None, True, 0, -1, 1.5, 10 ** 30, [], {}, [[]], "", draw.choice(STRANGE), schema.get("maximum", 7) + 1,
                            schema.get("minimum", 1) - 1])

    # requests

    def fields(self, operation, is_right):
        draw = self.chance
        values = {name: self.value(name, schema) for name, schema in operation.fields.items()
                  if name in operation.required or draw.random() < 0.4}
        if {"board", "of"} & values.keys():  # one way at a time to name what is to be valued
            values.pop("position", None)
        if is_right:
            return values
        for _ in range(draw.randint(1, 2)):
            change = draw.randrange(4)
            if change == 0 and values:
                values.pop(draw.choice(sorted(values)))
            elif change == 1:
                values[draw.choice(["nothing", "key", "Game", "threads", "hash", "proof", "network", "__proto__", "é"])] = draw.choice(STRANGE)
            elif operation.fields:
                name = draw.choice(sorted(operation.fields))
                values[name] = self.wrong_value(operation.fields[name])
        return values

    def text_of(self, value):
        return value if isinstance(value, str) else json.dumps(value)

    def make(self, operation):
        draw = self.chance
        is_right = draw.random() < 0.5
        values = self.fields(operation, is_right)
        path, query, body = operation.path, [], {}
        for name, value in values.items():
            place = operation.places.get(name, "body" if operation.method == "POST" else "query")
            if place == "path":
                path = path.replace("{" + name + "}", urllib.parse.quote(self.text_of(value), safe=":=,"))
            elif place == "query":
                query.append(urllib.parse.quote(name) + "=" + urllib.parse.quote(self.text_of(value)))
            else:
                body[name] = value
        path = path.replace("{", "%7B").replace("}", "%7D")
        target = "/api/v1" + path + ("?" + "&".join(query) if query else "")
        headers, method, sent = {}, operation.method, None
        if operation.has_key and draw.random() < 0.95:
            headers["Authorization"] = "Bearer " + (draw.choice(self.keys) if self.keys and draw.random() < 0.9 else "nothing")
        must_fail = False
        if method == "POST":
            sent = json.dumps(body)
            headers["Content-Type"] = "application/json"
            must_fail = bool(operation.body and self.validators.wrong(operation.body, body))
        if not is_right and draw.random() < 0.15:  # what is no such request at all
            kind = draw.randrange(5)
            if kind == 0:
                method = draw.choice(["PUT", "DELETE", "PATCH", "BREW"])
            elif kind == 1 and sent:
                sent, must_fail = sent[:-1], True
            elif kind == 2 and sent:
                headers["Content-Type"], must_fail = "text/plain", True
            elif kind == 3:
                target = target.replace("=", "=%" + draw.choice(["", "g", "0", "ff", "00"]), 1)
            elif kind == 4 and sent:
                sent, must_fail = "[" * draw.choice([5, 50, 5000]), True
        return method, target, headers, sent, must_fail

    # answers

    def link(self):
        """From one of many networks, so that the bounds of one are not all that is met."""
        source = f"127.0.{self.number + 1}.{self.chance.randrange(1, 40)}"
        if source not in self.links:
            self.links[source] = self.server.connection(source)
        return source, self.links[source]

    def lines(self, operation, answer):
        """Those of a stream: of events, which go on, the first."""
        while line := answer.readline():
            if line.strip():
                yield json.loads(line)
                if operation.declared["operationId"] == "get_events":
                    return

    def judge(self, operation, answer, must_fail):
        status, kind = answer.status, answer.headers.get("Content-Type")
        self.counts[status] = self.counts.get(status, 0) + 1
        if status in (429, 503) and not answer.headers.get("Retry-After"):
            return f"{status} without Retry-After"
        if status >= 500 and status != 503:
            return f"{status}: {answer.read()[:300]}"
        if status not in (200, 201):
            wrong = None if kind == "application/problem+json" else f"{status} is a {kind}"
            problem = json.loads(answer.read())
            wrong = wrong or self.validators.wrong({"$ref": "#/components/schemas/PROBLEM"}, problem)
            return wrong or (None if problem["status"] == status else "another status in the problem")
        if must_fail:
            return f"{status} though the request is not valid: {answer.read()[:200]}"
        if status != operation.good or kind != operation.type:
            return f"{status} {kind}, where {operation.good} {operation.type} is declared"
        self.answered.add(operation.declared["operationId"])
        if operation.type == "application/x-ndjson":
            for line in self.lines(operation, answer):
                if wrong := self.validators.wrong(operation.answer, line):
                    return wrong
            return None
        text = answer.read()
        if operation.type != "application/json":
            begins = {"image/svg+xml": b"<svg", "image/png": b"\x89PNG", "image/gif": b"GIF89a"}
            return None if text.startswith(begins[operation.type]) else "no picture"
        value = json.loads(text)
        self.remember(value)
        return self.validators.wrong(operation.answer, value)

    def remember(self, value):
        """What later requests may be about."""
        if not isinstance(value, dict):
            return
        if "key" in value:
            self.keys = (self.keys + [value["key"]] + [value[name] for name in ("invite", "watch") if name in value])[-30:]
        if value.get("moves") and isinstance(value["moves"][0], dict):
            self.moves = (self.moves + [move.get("text") or move["move"] for move in value["moves"][:5]])[-60:]
        if "position" in value:
            self.positions = (self.positions + [value["position"]])[-30:]

    def run(self):
        try:
            self.puzzles = [puzzle["id"] for puzzle in self.server.ask("GET", "/puzzles")[1]]
            for _ in range(self.requests):
                operation = self.chance.choice(self.operations)
                method, target, headers, sent, must_fail = self.make(operation)
                source, link = self.link()
                told = f"{method} {target} {headers.get('Content-Type', '')} {(sent or '')[:300]}"
                try:
                    link.request(method, target, sent, headers)
                    answer = link.getresponse()
                    wrong = self.judge(operation, answer, must_fail)
                except Exception as error:  # pylint: disable=broad-except
                    wrong = f"{type(error).__name__}: {error}"
                    answer = None
                if wrong:
                    self.faults.put(f"{told}\n    {wrong}")
                if answer is None or operation.type == "application/x-ndjson" or wrong:
                    self.links.pop(source).close()
        except Exception as error:  # pylint: disable=broad-except
            self.faults.put(f"the test itself: {type(error).__name__}: {error}")
            raise
        finally:
            for link in self.links.values():
                link.close()


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--requests", type=int, default=4000)
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    print(f"seed {options.seed}", flush=True)
    faults = queue.Queue()
    with Server() as server:
        _, document = server.ask("GET", "/openapi.json")
        operations = [Operation(method, path, declared) for path, methods in document["paths"].items()
                      for method, declared in methods.items()]
        workers = [Worker(i, server, operations, Validators(document), options.seed, options.requests // WORKERS, faults)
                   for i in range(WORKERS)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        ending = server.end()
    counts = {}
    for worker in workers:
        for status, count in worker.counts.items():
            counts[status] = counts.get(status, 0) + count
    wrong = list(faults.queue) + ([ending] if ending else [])
    never = {operation.declared["operationId"] for operation in operations}.difference(RARE, *(worker.answered for worker in workers))
    if never and options.requests >= 4000:  # so many find something to accept and to take back
        wrong.append(f"never asked as is right: {', '.join(sorted(never))}")
    elif never:
        print(f"never asked as is right: {', '.join(sorted(never))}")
    for each in wrong[:20]:
        print(each)
    print("answers: " + ", ".join(f"{count} of {status}" for status, count in sorted(counts.items())))
    print(f"{sum(counts.values()) - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
