import Decoder from "kafkajs/src/protocol/decoder.js"

/**
 * kafkajs copies all headers of a record for each of its headers: a record with 5,000 of them, of 60 kB, stops the process
 * for 5 s whenever it is read, and one with a few times as many keeps a group from ever going on. This patch collects the
 * headers in one pass, with the same result. No other array of kafkajs is read by this method.
 */
const read = Decoder.prototype.readVarIntArray
Decoder.prototype.readVarIntArray = function (readOne) {
  const headers = read.call(this, readOne)
  return Object.assign(headers, { reduce: () => valuesByName(headers) })
}

const valuesByName = (headers: ReturnType<typeof read>) =>
  Object.fromEntries(
    [...Map.groupBy(headers, ({ key }) => key)].map(([key, ofKey]) => {
      const values = ofKey.map(({ value }) => value)
      return [key, values.length === 1 ? values[0] : values]
    })
  )
