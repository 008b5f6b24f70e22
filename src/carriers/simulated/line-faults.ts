import type { SimulatorFault, SimulatorFaults } from "../../platform/config.ts"

/** Decides when a fault happens on a line, and counts faults. */
export const makeFaults = (probabilities: SimulatorFaults, random: () => number) => {
  const counts: Partial<Record<SimulatorFault, number>> = {}
  return {
    counts,
    random,
    happens: (fault: SimulatorFault): boolean => {
      const probability = probabilities[fault] ?? 0
      if (probability === 0 || random() >= probability) return false
      counts[fault] = (counts[fault] ?? 0) + 1
      return true
    }
  }
}

export type Faults = ReturnType<typeof makeFaults>
