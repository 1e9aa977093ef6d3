"""Runs a real S3 server for tests: OpenStack Swift with its S3 API, in this single process on loopback.

    python3 s3-server.py ACCESS_KEY SECRET_KEY FOLDER...

Requires Debian's python3-swift. Stores its state in a new folder in the first FOLDER whose file system supports
extended attributes, in which Swift stores the metadata of objects. Prints {"endpoint": "http://…"} once it serves.
When standard input closes, it exits and deletes its folder.
"""
import json
import logging
import os
import shutil
import sys
import tempfile
from time import time as clock

import eventlet
from eventlet import hubs, wsgi

hubs.use_hub('poll')
eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True)

from swift.common import storage_policy, utils  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.wsgi import loadapp  # noqa: E402

try:
    from swift.common.http_protocol import SwiftHttpProtocol
except ImportError:
    from swift.common.wsgi import SwiftHttpProtocol

ACCESS_KEY, SECRET_KEY, *FOLDERS = sys.argv[1:]
ACCOUNT, USER = ACCESS_KEY.split(':')
KINDS = ('account', 'container', 'object')


class Silent(logging.Handler):
    """Replaces the machine's syslog."""

    def __init__(self, *args, **kwargs):
        super().__init__()

    def emit(self, record):
        pass


# Fast and not durable, because no data has to survive.
os.fsync = os.fdatasync = lambda fd: None
logging.logThreads = 0
for module in [module for name, module in sys.modules.items() if name.startswith('swift.')]:
    if hasattr(module, 'ThreadSafeSysLogHandler'):
        module.ThreadSafeSysLogHandler = Silent


class Cache:
    """Replaces memcached, which Swift needs to authenticate requests."""

    def __init__(self):
        self.kept = {}

    def set(self, key, value, *args, time=0, **kwargs):
        self.kept[key] = (json.dumps(value), clock() + time if time else None)

    def get(self, key, *args, **kwargs):
        value, until = self.kept.get(key, (None, None))
        return None if value is None or until and until < clock() else json.loads(value)

    def delete(self, key, *args, **kwargs):
        self.kept.pop(key, None)

    def incr(self, key, delta=1, time=0, **kwargs):
        value = max(0, int(self.get(key) or 0) + int(delta))
        self.set(key, value, time=time)
        return value

    def decr(self, key, delta=1, time=0, **kwargs):
        return self.incr(key, -delta, time)

    def set_multi(self, values, *args, **kwargs):
        for key, value in values.items():
            self.set(key, value, **kwargs)

    def get_multi(self, keys, *args, **kwargs):
        return [self.get(key) for key in keys]


def cache_filter(global_conf, **conf):
    cache = Cache()

    def factory(app):
        def call(env, start_response):
            env['swift.cache'] = cache
            return app(env, start_response)

        return call

    return factory


sys.modules['s3_server'] = sys.modules['__main__']


def state_folder():
    refused = []
    for folder in FOLDERS:
        try:
            os.makedirs(folder, exist_ok=True)
            state = tempfile.mkdtemp(prefix='vitrine-s3-', dir=folder)
        except OSError as error:
            refused.append(str(error))
            continue
        try:
            os.setxattr(state, 'user.swift.metadata', b'x' * 3000)
            os.removexattr(state, 'user.swift.metadata')
            return state
        except OSError as error:
            refused.append('%s: %s' % (folder, error))
            os.rmdir(state)
    sys.exit('no folder keeps extended attributes: ' + '; '.join(refused))


STATE = state_folder()


def leave():
    shutil.rmtree(STATE, ignore_errors=True)
    os._exit(0)


def write(name, text):
    with open(os.path.join(STATE, name), 'w') as file:
        file.write(text)


def serve():
    os.makedirs(os.path.join(STATE, 'devices/d1'))
    os.makedirs(os.path.join(STATE, 'cache'))
    write('swift.conf', '''[swift-hash]
swift_hash_path_suffix = tests
swift_hash_path_prefix = tests
[storage-policy:0]
name = p0
default = yes
''')
    utils.set_swift_dir(STATE)
    storage_policy.reload_storage_policies()

    sockets = {}
    for kind in (*KINDS, 'proxy'):
        sockets[kind] = eventlet.listen(('127.0.0.1', 0), backlog=512, reuse_port=False)
    for kind in KINDS:
        port = sockets[kind].getsockname()[1]
        ring = RingBuilder(4, 1, 1)
        ring.add_dev({
            'id': 0, 'region': 1, 'zone': 1, 'weight': 1.0, 'device': 'd1', 'meta': '',
            'ip': '127.0.0.1', 'port': port, 'replication_ip': '127.0.0.1', 'replication_port': port,
        })
        ring.rebalance(seed='1')
        ring.get_ring().save(os.path.join(STATE, kind + '.ring.gz'))
        write(kind + '.conf', '''[DEFAULT]
swift_dir = {state}
devices = {state}/devices
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
recon_cache_path = {state}/cache
'''.format(state=STATE, kind=kind))

    write('proxy.conf', '''[DEFAULT]
swift_dir = {state}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
node_timeout = 60
conn_timeout = 5
error_suppression_interval = 0
[filter:cache]
paste.filter_factory = s3_server:cache_filter
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
max_upload_part_num = 10000
[filter:slo]
use = egg:swift#slo
max_manifest_segments = 10000
'''.format(state=STATE, account=ACCOUNT, user=USER, secret=SECRET_KEY) + ''.join(
        '[filter:%s]\nuse = egg:swift#%s\n' % (name, name)
        for name in ('catch_errors', 'gatekeeper', 'healthcheck', 'listing_formats', 'bulk')))

    for kind, socket in sockets.items():
        app = loadapp(os.path.join(STATE, kind + '.conf'), global_conf={'log_name': kind})
        # SDKs expect "ETag" as Swift writes it, not "Etag".
        eventlet.spawn(wsgi.server, socket, app, log_output=False, protocol=SwiftHttpProtocol,
                       custom_pool=eventlet.GreenPool(512), socket_timeout=60,
                       capitalize_response_headers=False)
    print(json.dumps({'endpoint': 'http://127.0.0.1:%d' % sockets['proxy'].getsockname()[1]}), flush=True)


try:
    serve()
    while True:
        hubs.trampoline(sys.stdin.fileno(), read=True)
        if not os.read(sys.stdin.fileno(), 4096):
            break
except BaseException:
    logging.exception('the server did not start')
leave()
