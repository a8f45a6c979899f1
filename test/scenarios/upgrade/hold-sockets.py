# usage: hold-sockets.py ADDRESS:PORT[*SOCKETS] ... -- COMMAND ...
# Opens listening sockets, passes them to COMMAND and keeps them open while COMMAND restarts, as systemd does for a
# socket unit. SIGUSR1: stops COMMAND and starts it again. SIGTERM: stops it for good. If COMMAND ends by itself, this
# program ends too.
import os
import signal
import socket
import sys

FIRST_FD = 3
BACKLOG = 4096
UNIT = "test.socket"

split = sys.argv.index("--")
places, command = sys.argv[1:split], sys.argv[split + 1 :]


def listen(place):
    address, _, count = place.partition("*")
    host, _, port = address.rpartition(":")
    for _ in range(int(count or 1)):
        held = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        held.bind((host.strip("[]"), int(port)))
        held.listen(BACKLOG)
        yield held


sockets = [held for place in places for held in listen(place)]


def start():
    pid = os.fork()
    if pid > 0:
        return pid
    # Move the sockets away first: a target may be the descriptor of another socket.
    copies = [os.dup2(held.fileno(), 1000 + index) for index, held in enumerate(sockets)]
    for index, copy in enumerate(copies):
        os.dup2(copy, FIRST_FD + index, inheritable=True)
        os.close(copy)
    os.environ.update(
        LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(len(copies)), LISTEN_FDNAMES=":".join([UNIT] * len(copies))
    )
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    os.execv(command[0], command)


SIGNALS = [signal.SIGUSR1, signal.SIGTERM, signal.SIGCHLD]
signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
pid = start()
is_restarting = False
while True:
    got = signal.sigwait(SIGNALS)
    if got != signal.SIGCHLD:
        is_restarting = got == signal.SIGUSR1
        os.kill(pid, signal.SIGTERM)
        continue
    ended, status = os.waitpid(pid, os.WNOHANG)
    if ended == 0:
        continue
    if not is_restarting:
        sys.exit(os.waitstatus_to_exitcode(status))
    pid = start()
    is_restarting = False
