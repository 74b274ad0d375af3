import { notConfigured } from "@/lib/api/errors"
import { deployment } from "./deployment"

/** The address book for clients; 503 NOT_CONFIGURED where the operator has named none. */
export function configuredDeployment() {
  try {
    return deployment()
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      throw notConfigured("The address book")
    }
    throw error
  }
}
