import { type PartitionAssigner, PartitionAssigners } from "kafkajs"
import JoinGroup from "kafkajs/src/protocol/requests/joinGroup/index.js"

/**
 * kafkajs encodes the id under which a member of a group comes back after a restart, but offers no way to set it. With it,
 * Kafka gives a node that died and is back its partitions at once; without it, Kafka has the whole group wait until the
 * session of the dead member is over. This patch takes the id from the protocol of the member's assigner.
 */
const { protocol } = JoinGroup
JoinGroup.protocol = (version) => {
  const make = protocol(version)
  return (fields) => make({ ...fields, groupInstanceId: fields.groupProtocols[0]?.groupInstanceId ?? null })
}

/** Assigns partitions in turn, for a member with this id; a member without one is new after each start. */
export const assignerOf =
  (groupInstanceId: string | undefined): PartitionAssigner =>
  (config) => {
    const assigner = PartitionAssigners.roundRobin(config)
    return { ...assigner, protocol: (topics) => Object.assign(assigner.protocol(topics), { groupInstanceId }) }
  }
