#: Sent in ``User-Agent``, and the version of the package.
VERSION = "0.1.0"
