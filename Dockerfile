# By digest, so that every build of a release has the same one. To update it: docker buildx imagetools inspect <tag>
ARG NODE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

FROM $NODE AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json build.mjs ./
COPY src ./src
COPY data/sample ./data/sample
COPY docs ./docs
# The commit, which `reeve --version` adds to the version.
ARG REVISION
# .npmrc includes them, so that a checkout can be built and tested whatever NODE_ENV is.
RUN npm run build -- $REVISION && npm prune --omit=dev --include=prod

FROM $NODE
WORKDIR /app
ENV NODE_ENV=production \
    DATABASE_URL=sqlite:/var/lib/reeve/reeve.db \
    HOST=0.0.0.0 \
    PORT=8080
COPY package.json LICENSE ./
COPY assets ./assets
COPY examples ./examples
COPY data/reference ./data/reference
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# Before VOLUME, so that a new volume belongs to the user who writes to it.
RUN mkdir -p /var/lib/reeve && chown node:node /var/lib/reeve
VOLUME /var/lib/reeve
USER node
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/v1/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Any command of reeve may follow the image's name. `serve --demo` fills an empty database with the sample data and
# prints a key to the log; a deployment wants neither unasked.
ENTRYPOINT ["node", "dist/main.js"]
CMD ["serve"]
