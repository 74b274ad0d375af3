declare module "autocannon" {
  /** One connection. */
  export type Client = { setRequests: (requests: { method: "GET"; path: string }[]) => void }

  type Options = {
    url: string
    connections: number
    duration: number
    headers?: Record<string, string>
    setupClient?: (client: Client) => void
  }

  type Result = {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number }
    "2xx": number
    non2xx: number
    errors: number
    timeouts: number
  }

  export default function autocannon(options: Options): Promise<Result>
}
