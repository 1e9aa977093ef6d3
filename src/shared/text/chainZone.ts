/**
 * Time zone of the chain, in which staff schedule, whatever the zone of their computer. By name, because its
 * offset has changed before and may change again.
 */
export const CHAIN_ZONE = 'America/Sao_Paulo';
