# SPDX-License-Identifier: MIT
"""A program at the other end of a pipe, for the end-to-end tests."""

import queue
import subprocess
import threading

# How long a test waits for what must come. Generous: a loaded machine is no failure.
PATIENCE = 60


class Peer:
    """Runs a command and talks to it in lines."""

    def __init__(self, *command, **options):
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **options,
        )
        self.lines = queue.Queue()
        self.errors = []
        self.readers = [
            threading.Thread(target=self._read_out, daemon=True),
            threading.Thread(target=self._read_err, daemon=True),
        ]
        for reader in self.readers:
            reader.start()

    def _read_out(self):
        for line in self.process.stdout:
            self.lines.put(line.decode(errors="replace").rstrip("\n"))
        self.lines.put(None)

    def _read_err(self):
        for line in self.process.stderr:
            self.errors.append(line.decode(errors="replace"))

    def send(self, *lines):
        self.send_bytes("".join(line + "\n" for line in lines).encode())

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def line(self):
        """The next line, or None at the end of output."""
        return self.lines.get(timeout=PATIENCE)

    def until(self, *starts):
        """Reads up to the first line that begins with one of `starts`; returns all lines read."""
        read = []
        while True:
            line = self.line()
            assert line is not None, f"output ended before {starts}: {read}"
            read.append(line)
            if line.startswith(starts):
                return read

    def silent(self):
        """Whether nothing has come yet that was not read."""
        return self.lines.empty()

    def close(self):
        """Ends the input and waits for the end of the process; returns its exit status."""
        self.process.stdin.close()
        return self.wait()

    def wait(self):
        status = self.process.wait(timeout=PATIENCE)
        for reader in self.readers:
            reader.join(timeout=PATIENCE)
        return status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except OSError:
                pass
