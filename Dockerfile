# What production runs, as an image: the package (docs/decisions/0057-what-production-runs.md) on the Node of Debian's image.
#
#     docker build -t recomeco .
#     docker compose -f ops/docker/compose.yaml up -d
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund --loglevel=error --include=dev --include=optional
COPY . .
RUN npm run package
RUN tar -xzf dist/recomeco-*.tar.gz -C /opt && mv /opt/recomeco-* /opt/recomeco

FROM node:24-bookworm-slim
COPY --from=build /opt/recomeco /opt/recomeco
RUN mkdir -p /var/lib/recomeco && chown node:node /var/lib/recomeco
WORKDIR /opt/recomeco
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/var/lib/recomeco STATUS_PORT=9300 NODE_OPTIONS=--max-semi-space-size=4 MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=32768 MALLOC_TRIM_THRESHOLD_=131072
USER node
VOLUME /var/lib/recomeco
EXPOSE 3000
# A process that drains is not ill: this asks whether it lives.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9300/healthz').then(({ status }) => process.exit(status === 200 ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "server.js"]
CMD ["web"]
