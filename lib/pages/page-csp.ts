import { getPublicRpcUrl } from "@/lib/chain/public-rpc-url"
import { env } from "@/lib/env"

/** Origins that WalletConnect needs. */
const WALLETCONNECT_SOURCES = {
  connect: [
    "https://*.walletconnect.com",
    "https://*.walletconnect.org",
    "wss://*.walletconnect.com",
    "wss://*.walletconnect.org",
    "https://*.web3modal.org",
  ],
  font: ["https://fonts.reown.com"],
  frame: ["https://verify.walletconnect.com", "https://verify.walletconnect.org"],
}

/**
 * Content-Security-Policy of one rendering: its own scripts, and what they load. Token images and wallet icons come from
 * any https origin, or inline.
 */
export function pageCsp(nonce: string) {
  const { NODE_ENV, WALLETCONNECT_PROJECT_ID } = env()
  const isDevelopment = NODE_ENV === "development"
  const walletConnect = WALLETCONNECT_PROJECT_ID
    ? WALLETCONNECT_SOURCES
    : { connect: [], font: [], frame: [] }
  const node = getPublicRpcUrl()
  const directives: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": [
      "'self'",
      `'nonce-${nonce}'`,
      "'strict-dynamic'",
      ...(isDevelopment ? ["'unsafe-eval'"] : []),
    ],
    // Charts and dialogs use style attributes, which a nonce cannot allow.
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:", "https:"],
    "font-src": ["'self'", ...walletConnect.font],
    "connect-src": [
      "'self'",
      ...(node ? [new URL(node).origin] : []),
      ...walletConnect.connect,
      ...(isDevelopment ? ["ws:"] : []),
    ],
    "frame-src": walletConnect.frame.length > 0 ? walletConnect.frame : ["'none'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(" ")}`)
    .join("; ")
}
