# The image of the program `headcount`: Node, the libraries that it loads, and the files of the npm package. It has no shell.
# docs/compose.md explains how to run it. A test checks that the version of Node is that of tools/node-runtime.

# Builds the package. Its files are the same for all architectures, so this stage runs on the builder's own.
FROM --platform=$BUILDPLATFORM docker.io/library/node:26.10.0-trixie-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS package
WORKDIR /build
COPY package.json package-lock.json ./
COPY tools/node-runtime tools/node-runtime
COPY tools/postgres-server/package.json tools/postgres-server/
RUN npm ci --ignore-scripts
COPY . .
ARG REVISION=unknown
RUN npm run package

# Collects the root file system without the package.
FROM docker.io/library/node:26.10.0-trixie-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS root
COPY deploy/image /deploy
RUN sh /deploy/make-root.sh /root-file-system

FROM scratch
COPY --from=root /root-file-system/ /
COPY --from=package /build/dist/queue-headcount /usr/lib/queue-headcount
ENV PATH=/usr/bin \
    NODE_ENV=production \
    HEADCOUNT_HOST=:: \
    HEADCOUNT_METRICS_HOST=::
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["healthcheck"]
ENTRYPOINT ["headcount"]
CMD ["serve"]
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="queue-headcount" \
      org.opencontainers.image.description="A contract-first kit for a Queue Headcount Estimate API: service, gate and mock" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.source="https://github.com/queue-headcount/queue-headcount" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"
