export { DailySpending } from "./signing/daily-spending"
export {
  DEFAULT_LIMITS,
  formatUsdb,
  type Limits,
  parseLimits,
  parseUsdb,
  toLimitsJson,
} from "./signing/limits"
export {
  configFolder,
  defaultLimitsFile,
  readLimits,
  writeLimits,
} from "./signing/limits-file"
export { type CheckedAction, createSigner, type Signer, type SignerOptions } from "./signing/signer"
