# syntax=docker/dockerfile:1
# One image for every process of ours: web server (by default), `node indexer.mjs`, `node keeper.mjs`, `node migrate.mjs`.
# docs/deployment.md says what each needs.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
# /api/health names it.
ARG COMMIT=
RUN ATOLL_COMMIT="$COMMIT" npm run build
# What the image holds of other people's, for scanners of advisories.
RUN npm sbom --omit=dev --sbom-format=cyclonedx > .next/standalone/sbom.cdx.json

FROM ${NODE_IMAGE}
ARG VERSION=unknown
ARG COMMIT=unknown
LABEL org.opencontainers.image.title="Atoll" \
      org.opencontainers.image.description="Prediction venue and token launchpad for people and agents on an EVM chain" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${COMMIT}"
# Uploads and address books are mounted there; nothing else is written, so the root file system may be read-only.
ENV NODE_ENV=production \
    HOSTNAME=0.0.0.0 \
    PORT=3000 \
    CONTENT_DIR=/content \
    DEPLOYMENTS_DIR=/deployments
RUN install -d -o node -g node /content /deployments
WORKDIR /app
COPY --from=build /build/.next/standalone ./
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.js"]
