import { hash } from "node:crypto"
import { htmlBody } from "./response"

/** Where scripts/assets.mjs puts the files of Swagger UI. */
const ASSETS_PATH = "/reference"

const INIT_SCRIPT = `SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  validatorUrl: null,
})`

const CSP = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${hash("sha256", INIT_SCRIPT, "base64")}'`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

/** The API reference; it loads nothing from other hosts. */
export const referencePage = htmlBody(
  `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Atoll API</title>
    <link rel="stylesheet" href="${ASSETS_PATH}/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="${ASSETS_PATH}/swagger-ui-bundle.js"></script>
    <script>${INIT_SCRIPT}</script>
  </body>
</html>
`,
  CSP,
)
