/** The chain's zone, in which staff think and schedule, whatever their computer is set to. */
export const CHAIN_ZONE = 'America/Sao_Paulo';
