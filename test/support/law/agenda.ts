/** Things by the moment at which they are due: the earliest first, and those of one moment in the order they came in. */
export class Agenda<A> {
  readonly #heap: Array<{ readonly at: number; readonly order: number; readonly what: A }> = []
  #order = 0

  add(at: number, what: A) {
    let index = this.#heap.push({ at, order: this.#order++, what }) - 1
    while (index > 0 && this.#isBefore(index, (index - 1) >> 1)) index = this.#swap(index, (index - 1) >> 1)
  }

  first(): A | undefined {
    return this.#heap[0]?.what
  }

  nextAt(): number | undefined {
    return this.#heap[0]?.at
  }

  take(): A {
    const first = this.#heap[0]
    const last = this.#heap.pop()
    if (first === undefined || last === undefined) throw new Error("Nothing is due")
    if (this.#heap.length > 0) {
      this.#heap[0] = last
      let index = 0
      for (;;) {
        const [left, right] = [2 * index + 1, 2 * index + 2]
        const child = right < this.#heap.length && this.#isBefore(right, left) ? right : left
        if (child >= this.#heap.length || !this.#isBefore(child, index)) break
        index = this.#swap(index, child)
      }
    }
    return first.what
  }

  #isBefore(one: number, other: number) {
    const [first, second] = [this.#heap[one], this.#heap[other]]
    if (first === undefined || second === undefined) return false
    return first.at < second.at || (first.at === second.at && first.order < second.order)
  }

  #swap(from: number, to: number) {
    const [one, other] = [this.#heap[from], this.#heap[to]]
    if (one !== undefined && other !== undefined) [this.#heap[from], this.#heap[to]] = [other, one]
    return to
  }
}
