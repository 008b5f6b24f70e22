# syntax=docker/dockerfile:1
# The image has Node, so the optional packages that bring a Node of their own are omitted.
FROM node:24.21.0-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional && npm cache clean --force

# The console. Some of its build tools are optional packages, so none is omitted. Only the result of this stage is kept.
FROM node:24.21.0-trixie-slim AS console
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json ./
COPY src ./src
COPY console ./console
COPY scripts/build-console.ts ./scripts/build-console.ts
RUN node scripts/build-console.ts

# The compile cache of Node. The service cannot store it at its start, because it writes to its data folder only.
FROM node:24.21.0-trixie-slim AS compiled
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY scripts/node-version.cjs ./scripts/node-version.cjs
COPY src ./src
RUN install --directory --owner=node node_modules/.cache/carillon
# Each user has a compile cache of its own.
USER node
RUN ["node", "-r", "./scripts/node-version.cjs", "--input-type=module", "-e", \
  "for (const file of ['command-line', 'cli/demo/demo', 'main', 'api/contract/clients', 'events/kafka/KafkaBus', 'platform/sql/embedded/pglite-worker']) await import(`./src/${file}.ts`)"]
RUN chmod -R a+rX node_modules/.cache/carillon

FROM node:24.21.0-trixie-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data LOG_FORMAT=json
WORKDIR /app
# The user of the process owns the data folder only; the service writes nowhere else.
RUN install --directory --owner=node --group=node --mode=0700 /data
COPY --from=packages /app/node_modules ./node_modules
COPY --from=compiled /app/node_modules/.cache ./node_modules/.cache
COPY package.json LICENSE ./
COPY scripts/node-version.cjs ./scripts/node-version.cjs
COPY migrations ./migrations
COPY src ./src
COPY --from=console /app/dist/console ./dist/console
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Without a shell or npm in between, SIGTERM reaches the service, which then drains.
ENTRYPOINT ["node", "-r", "./scripts/node-version.cjs", "src/cli.ts"]
CMD ["serve"]
