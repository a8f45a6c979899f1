# The service as an image: docker build --tag vertice:local . (docs/operations/container.md)
#
# It runs as any user, from a root that nobody writes to; what it keeps is in /data, and /tmp may be memory. The base is Debian with Node 24:
# PostgreSQL's programs need glibc.
ARG BASE=node:24-slim

# The release, as "npm run pack" makes it anywhere.
FROM ${BASE} AS release
WORKDIR /build
# What it takes changes less often than the sources: a layer of its own.
COPY package.json package-lock.json ./
COPY clients/typescript/package.json clients/typescript/
COPY packages/ntrip/package.json packages/ntrip/
COPY packages/rtcm/package.json packages/rtcm/
COPY packages/rinex/package.json packages/rinex/
COPY packages/gnss/package.json packages/gnss/
COPY packages/bkg-bridge/package.json packages/bkg-bridge/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run pack && mv vertice-*.tgz /

# Installed, as "npm install --global" does it anywhere. Node is the image's: the one that the release brings is left out.
FROM ${BASE} AS installed
COPY --from=release /vertice-*.tgz /
RUN npm install --global --prefix /opt/vertice --ignore-scripts --no-audit --no-fund /vertice-*.tgz \
  && rm -r /opt/vertice/lib/node_modules/vertice/node_modules/node-linux-*

FROM ${BASE}
# tini is process 1: it passes signals on, and takes in what a PostgreSQL that was killed leaves behind. nss_wrapper gives a user who has only a
# number the name that PostgreSQL wants. Debian has one version of each, the one with its fixes.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libnss-wrapper tini \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir --mode=1777 /data /data/backups
COPY --from=installed /opt/vertice /usr/local
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /data
VOLUME /data
EXPOSE 8080 2101
USER 10001:0
# The port of the metrics, which every role has, tells whether the process can do its work.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "const { METRICS_HOST, METRICS_PORT } = process.env; fetch(`http://${METRICS_HOST || '127.0.0.1'}:${METRICS_PORT || 9464}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "vertice"]
CMD ["start"]
