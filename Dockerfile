# The images of compose.yaml: n8n with the node of this folder, and the sandbox.
FROM node:24-slim AS build
WORKDIR /source
COPY . .
RUN npm ci && npm run build && npm pack --pack-destination /tmp
# Where n8n looks for community nodes in its user folder. n8n itself provides the peer dependency.
RUN mkdir -p /user/.n8n/nodes && \
	npm install --prefix /user/.n8n/nodes --legacy-peer-deps --ignore-scripts /tmp/n8n-nodes-messaging-integration-*.tgz

FROM build AS sandbox
USER node
CMD ["node", "--import", "tsx", "dev/sandbox/main.ts"]

FROM n8nio/n8n:2.41.1 AS n8n
ENV N8N_USER_FOLDER=/home/node/user
COPY --from=build --chown=node:node /user /home/node/user
