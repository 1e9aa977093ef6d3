/** Time zone of the chain, in which staff schedule, whatever the zone of their computer. */
export const CHAIN_ZONE = 'America/Sao_Paulo';
