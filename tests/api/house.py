"""A server of the program's own, in a folder that is gone afterwards, and how it is asked."""
import http.client
import json
import os
import signal
import subprocess
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
PROGRAM = os.path.join(ROOT, "build/tavoliere")


class Server:
    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.log = open(os.path.join(self.folder.name, "log"), "w+", encoding="utf-8")
        page = os.path.join(self.folder.name, "page")
        os.mkdir(page)
        with open(os.path.join(page, "index.html"), "w", encoding="utf-8") as file:
            file.write("<!doctype html>")
        records, games = os.path.join(ROOT, "tests/data/records"), os.path.join(self.folder.name, "db")
        subprocess.run([PROGRAM, "db", "import", games, *(os.path.join(records, name) for name in sorted(os.listdir(records)))],
                       check=True, stdout=subprocess.DEVNULL)
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--store", "sqlite:" + os.path.join(self.folder.name, "games.db"), "--page", page,
             "--db", games],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        self.port = int(line.rstrip("/\n").rpartition(":")[2])
        self.url = f"http://127.0.0.1:{self.port}"
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.log.close()
        self.folder.cleanup()

    def end(self):
        """What is wrong with how it ended; nothing where it ended well."""
        if self.process.poll() is not None:
            return f"the server died: status {self.process.returncode}"
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(30)
        self.log.seek(0)
        errors = [line for line in self.log if " error " in line]
        return f"the server ended with {status}" if status else "; ".join(errors)

    def connection(self, source="127.0.0.1"):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=(source, 0))

    def ask(self, method, path, body=None, key=None):
        """Status and what the JSON says, for a request that is as it should be."""
        headers = {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if key:
            headers["Authorization"] = "Bearer " + key
        link = self.connection()
        link.request(method, "/api/v1" + path, None if body is None else json.dumps(body), headers)
        answer = link.getresponse()
        text = answer.read()
        link.close()
        return answer.status, json.loads(text)
