import { hash } from "node:crypto"
import { html } from "./reply"

/** Where scripts/assets.mjs puts the reference's own files. */
const FILES = "/reference"

const START = `SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  validatorUrl: null,
})`

const POLICY = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${hash("sha256", START, "base64")}'`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

/** The reference: nothing on it is asked of another host. */
export const referencePage = html(
  `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Atoll API</title>
    <link rel="stylesheet" href="${FILES}/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="${FILES}/swagger-ui-bundle.js"></script>
    <script>${START}</script>
  </body>
</html>
`,
  POLICY,
)
