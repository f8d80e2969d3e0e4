#!/usr/bin/python3
"""Debian's swift with its S3 API on loopback, in one process, for tests.

It checks signatures (AWS Signature Version 4). Everything lies in the folder given; the line
`ready PORT` on stdout tells that it serves. A line of its standard input puts its clock ahead by so
many seconds, and is said back. It ends with its standard input.

    serve-swift.py FOLDER ACCESS_KEY SECRET [PORT]

The access key is `tests:ACCESS_KEY`.
"""
import eventlet
import eventlet.tpool

eventlet.monkey_patch()

import os
import sys
import time

from eventlet import wsgi
from swift.common import utils

real_time = time.time
ahead = 0.0
time.time = lambda: real_time() + ahead

folder, access, secret, *rest = sys.argv[1:]
port = int(rest[0]) if rest else 0

conf = os.path.join(folder, "swift.conf")
os.makedirs(folder, exist_ok=True)
with open(conf, "w") as file:
    file.write("[swift-hash]\nswift_hash_path_suffix = tests\n")
    file.write("[storage-policy:0]\nname = only\ndefault = yes\n")
utils.SWIFT_CONF_FILE = conf
utils.HASH_PATH_SUFFIX = b""
utils.validate_configuration()
# No test cuts the power.
os.fsync = os.fdatasync = lambda fd: None
utils.fsync = utils.fdatasync = lambda fd: None

from swift.account.server import AccountController
from swift.common.ring import RingBuilder
from swift.common.storage_policy import reload_storage_policies
from swift.common.wsgi import loadapp
from swift.container.server import ContainerController
from swift.obj.server import ObjectController

reload_storage_policies()
logger = utils.get_logger({"log_level": "ERROR"}, log_to_console=True)


def serve(app, sock):
    eventlet.spawn(wsgi.server, sock, app, log=open(os.devnull, "w"), keepalive=True)


own = {
    "devices": os.path.join(folder, "nodes"),
    "swift_dir": folder,
    "mount_check": "false",
    "fallocate_reserve": "0",
    "disable_fallocate": "true",
    "log_requests": "false",
}
os.makedirs(os.path.join(own["devices"], "disk"), exist_ok=True)
for kind, controller in {
    "account": AccountController,
    "container": ContainerController,
    "object": ObjectController,
}.items():
    sock = eventlet.listen(("127.0.0.1", 0))
    ring = RingBuilder(1, 1, 0)
    ring.add_dev({
        "id": 0, "region": 0, "zone": 0, "weight": 1, "device": "disk",
        "ip": "127.0.0.1", "port": sock.getsockname()[1],
    })
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, kind + ".ring.gz"))
    serve(controller(own, logger=logger), sock)

front = os.path.join(folder, "proxy-server.conf")
with open(front, "w") as file:
    file.write(f"""
[DEFAULT]
swift_dir = {folder}
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth bulk slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = eu-central-1
auth_pipeline_check = true
s3_acl = false
min_segment_size = 5242880
[filter:tempauth]
use = egg:swift#tempauth
user_tests_{access} = {secret} .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
""")


class Memory:
    """The few calls of swift's memcached client that it needs, without the server."""

    def __init__(self):
        self.values = {}

    def get(self, key, *_, **__):
        return self.values.get(key)

    def set(self, key, value, *_, **__):
        self.values[key] = value

    def delete(self, key, *_, **__):
        self.values.pop(key, None)


memory = Memory()
app = loadapp(front)


def proxy(environ, start_response):
    environ["swift.cache"] = memory
    return app(environ, start_response)


sock = eventlet.listen(("127.0.0.1", port), backlog=256)
serve(proxy, sock)
print("ready", sock.getsockname()[1], flush=True)
while line := eventlet.tpool.execute(sys.stdin.readline):
    ahead = float(line)
    print("ahead", line.strip(), flush=True)
