import { randomBytes } from "node:crypto"
import { rm } from "node:fs/promises"
import path from "node:path"
import { afterAll } from "vitest"

// Set before any module of the app is imported: the environment is read once.
process.env.SESSION_SECRET = "a secret of the tests with more than 32 characters"
process.env.TOKEN_ENCRYPTION_KEY = "another secret of the tests, as long as the first"
process.env.CONTENT_DIR ??= path.resolve(".data/test/content", randomBytes(8).toString("hex"))
// On a machine that runs all tests at once a statement may wait longer than a visitor should.
process.env.DATABASE_TIMEOUT_MS ??= "30000"
process.env.BASE_URL = "http://localhost:3000" // vitest sets one of its own

afterAll(() => rm(process.env.CONTENT_DIR ?? "", { recursive: true, force: true }))
