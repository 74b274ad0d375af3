import { processSingleton } from "@/lib/async/process-singleton"

/** Whether this server has been told to end, and still answers until its balancers have noticed (DRAIN_SECONDS). */
export const draining = (): { isOn: boolean } =>
  processSingleton("draining", () => ({ isOn: false }))
