// Runs in the browser before the code of any page.

// Zod would ask whether it may compile its checks. The Content-Security-Policy forbids it, and browsers report each attempt.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
