import { watchOwnStalls } from "./own-stalls.ts"

// Loaded beside a script: answers "stalls" with those of its process.
const ownStalls = watchOwnStalls()
process.on("message", (order) => {
  if (order === "stalls") process.send?.(ownStalls())
})
