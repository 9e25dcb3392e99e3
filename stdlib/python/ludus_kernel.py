"""Jupyter's kernel for Ludus: passes requests on to `ludus kernel`.

One process of Ludus lives as long as the kernel. Requests and answers are JSON, one object
a line; whatever else is printed comes by its standard error, up to a mark that ends each
request. LUDUS names the program.
"""
import base64
import html
import json
import os
import queue
import signal
import subprocess
import threading

from ipykernel.kernelapp import IPKernelApp
from ipykernel.kernelbase import Kernel

MARK = b"\0done\n"


class Ludus:
    """The process: ask() sends a request and yields its answers."""

    def __init__(self):
        self.answers = queue.Queue()
        self.process = subprocess.Popen(
            [os.environ.get("LUDUS", "ludus"), "kernel"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        self.readers = [threading.Thread(target=reader, daemon=True)
                        for reader in (self.read_answers, self.read_prints)]
        for reader in self.readers:
            reader.start()

    def read_answers(self):
        for line in self.process.stdout:
            self.answers.put(json.loads(line))
        self.answers.put({"end": "answers"})

    def read_prints(self):
        """What is printed, as it comes; the mark is an answer of its own."""
        kept = b""
        while True:
            part = os.read(self.process.stderr.fileno(), 65536)
            kept += part
            while MARK in kept:
                text, kept = kept.split(MARK, 1)
                self.put_text(text)
                self.answers.put({"mark": True})
            if not part:
                break
            # A mark or a character may have come in part.
            at = kept.rfind(b"\0") if b"\0" in kept else len(kept)
            while at > 0 and at == len(kept) and kept[at - 1] & 0xC0 == 0x80:
                at -= 1
            self.put_text(kept[:at])
            kept = kept[at:]
        self.put_text(kept)
        self.answers.put({"end": "prints"})

    def put_text(self, text):
        if text:
            self.answers.put({"stream": text.decode("utf-8", "replace")})

    def ask(self, **request):
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            pass                        # it has ended: the readers tell
        done, open_ends = None, 2
        while open_ends:
            answer = self.answers.get()
            if "done" in answer:
                done = answer
                open_ends -= 1
            elif "mark" in answer:
                open_ends -= 1
            elif "end" in answer:
                self.answers.put(answer)        # for whoever asks next
                yield {"error": "Ludus has ended (status %s); restart the kernel"
                                % self.process.wait()}
                done = {"done": "failed"}
                break
            else:
                yield answer
        yield done

    def interrupt(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)

    def end(self):
        self.process.stdin.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()


def with_image(forms):
    """The forms of a value; a picture also as a page with its text, folded if that is long,
    since every exporter keeps that whole."""
    picture, text = forms.get("image/svg+xml"), forms["text/plain"]
    if picture and "text/html" not in forms:
        forms["text/html"] = (
            '<img alt="drawing" src="data:image/svg+xml;base64,%s">'
            '<details%s><summary>as text</summary><pre>%s</pre></details>'
            % (base64.b64encode(picture.encode()).decode(),
               " open" if text.count("\n") < 5 else "", html.escape(text)))
    return forms


class LudusKernel(Kernel):
    implementation = "ludus"
    implementation_version = "1"
    language = "lua"
    language_version = "5.4"
    language_info = {"name": "lua", "mimetype": "text/x-lua", "file_extension": ".lua"}
    banner = "Ludus: evolving game players"

    def __init__(self, **options):
        super().__init__(**options)
        self.ludus = Ludus()

    def ask_once(self, **request):
        for answer in self.ludus.ask(**request):
            pass
        return answer

    def patiently(self, request):
        """The answers, one by one; an interrupt reaches Ludus and the wait goes on."""
        answers = self.ludus.ask(**request)
        before = signal.signal(signal.SIGINT, lambda *_: self.ludus.interrupt())
        try:
            yield from answers
        finally:
            signal.signal(signal.SIGINT, before)

    def do_execute(self, code, silent, store_history=True, user_expressions=None,
                   allow_stdin=False):
        problems, status = [], "ok"
        for answer in self.patiently({"do": "execute", "code": code}):
            if "error" in answer:
                problems.append(answer["error"])
            status = answer.get("done", status)
            if silent:
                continue
            if "stream" in answer:
                self.send_response(self.iopub_socket, "stream",
                                   {"name": "stdout", "text": answer["stream"]})
            elif "display" in answer:
                self.send_response(self.iopub_socket, "display_data",
                                   {"data": with_image(answer["display"]), "metadata": {}})
        if status == "failed":
            error = {"ename": "error", "evalue": problems[0] if problems else "",
                     "traceback": problems}
            if not silent:
                self.send_response(self.iopub_socket, "error", error)
            return {"status": "error", "execution_count": self.execution_count, **error}
        reply = {"status": "ok", "execution_count": self.execution_count,
                 "user_expressions": {}}
        if status == "quit":
            reply["payload"] = [{"source": "ask_exit", "keepkernel": False}]
        return reply

    def do_complete(self, code, cursor_pos):
        found = self.ask_once(**{"do": "complete", "code": code, "cursor": cursor_pos})
        return {"status": "ok", "matches": found.get("matches", []), "metadata": {},
                "cursor_start": found.get("start", cursor_pos),
                "cursor_end": found.get("finish", cursor_pos)}

    def do_inspect(self, code, cursor_pos, detail_level=0, omit_sections=()):
        found = self.ask_once(**{"do": "inspect", "code": code, "cursor": cursor_pos})
        text = found.get("text")
        return {"status": "ok", "found": text is not None, "metadata": {},
                "data": {"text/plain": text} if text else {}}

    def do_is_complete(self, code):
        found = self.ask_once(**{"do": "is_complete", "code": code})["done"]
        return {"status": found if found != "failed" else "unknown", "indent": ""}

    def do_shutdown(self, restart):
        self.ludus.end()
        return {"status": "ok", "restart": restart}


if __name__ == "__main__":
    IPKernelApp.launch_instance(kernel_class=LudusKernel)
