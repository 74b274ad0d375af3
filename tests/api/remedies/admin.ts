import { createAccount } from "@/tests/helpers/auth"

/** Of this service; it reads its variables on first use. */
export const admin = createAccount()
process.env.ADMIN_WALLETS = admin.address
