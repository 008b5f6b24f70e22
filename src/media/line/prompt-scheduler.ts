import { type Fiber, Scheduler } from "effect"

/**
 * Runs the fibers of calls as soon as an event was handled. Effect's own scheduler lets each step wait for the next turn
 * of the event loop, after the frames of all other calls, and a reply has many steps until it sounds. Work that goes on
 * and on still lets other events go first.
 */
class PromptScheduler extends Scheduler.MixedScheduler {
  /** Number of steps in this turn of the event loop. */
  #steps = 0

  constructor() {
    super("async", (step) => this.#schedule(step))
  }

  override shouldYield(fiber: Fiber.Fiber<unknown, unknown>) {
    const hasRunLong = super.shouldYield(fiber)
    if (hasRunLong) this.#count(stepsOfTurn)
    return hasRunLong
  }

  #schedule(step: () => void) {
    let isCancelled = false
    const run = () => {
      if (!isCancelled) step()
    }
    this.#count(1)
    if (this.#steps < stepsOfTurn) queueMicrotask(run)
    else setImmediate(run)
    return () => {
      isCancelled = true
    }
  }

  #count(steps: number) {
    if (this.#steps === 0) {
      setImmediate(() => {
        this.#steps = 0
      })
    }
    this.#steps += steps
  }
}

/** Number of steps after which the others wait for the next turn: far more than an event of a call needs. */
const stepsOfTurn = 1_000

/** The scheduler of all calls of the process. */
export const promptScheduler: Scheduler.Scheduler = new PromptScheduler()
