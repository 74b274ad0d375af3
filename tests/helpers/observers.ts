import { registerObservers } from "@/lib/index-observers"

// As each process does that writes the index.
registerObservers()
