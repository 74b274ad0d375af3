import { recordsObserver } from "@/lib/agents/record/compute"
import { setObservers } from "@/lib/events/observers"
import { pointsObserver } from "@/lib/profiles/points/observer"

/** Makes all observers of the index known to this process. Each is declared in its domain. */
export function registerObservers(): void {
  setObservers([pointsObserver, recordsObserver])
}
