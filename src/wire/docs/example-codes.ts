import type * as v from 'valibot';
import type { Activity, City, Country, State } from '../shared.ts';

/*
 * Codes of the documentation's examples as the registry shows them.
 */

/** Brazil. */
export const BRAZIL: v.InferOutput<typeof Country> = {
  id: '1058',
  iso2: 'BR',
  iso3: 'BRA',
  nome: 'Brasil',
  comex_id: '105',
};

/** Portugal. */
export const PORTUGAL: v.InferOutput<typeof Country> = {
  id: '6076',
  iso2: 'PT',
  iso3: 'PRT',
  nome: 'Portugal',
  comex_id: '607',
};

/** A state. */
export const AMAZONAS: v.InferOutput<typeof State> = { id: 3, nome: 'Amazonas', sigla: 'AM', ibge_id: 13 };

/** The state that stands for abroad. */
export const ABROAD: v.InferOutput<typeof State> = { id: 28, nome: 'Exterior', sigla: 'EX', ibge_id: 99 };

/** A municipality. */
export const MANAUS: v.InferOutput<typeof City> = {
  id: 112,
  nome: 'Manaus',
  ibge_id: 1302603,
  siafi_id: '0255',
};

/** The municipality that stands for abroad. */
export const CITY_ABROAD: v.InferOutput<typeof City> = {
  id: 0,
  nome: 'Exterior',
  ibge_id: 9999999,
  siafi_id: '9707',
};

/** An activity of industry. */
export const MAKING: v.InferOutput<typeof Activity> = {
  id: '2610800',
  secao: 'C',
  divisao: '26',
  grupo: '26.1',
  classe: '26.10-8',
  subclasse: '2610-8/00',
  descricao: 'Fabricação de componentes eletrônicos',
};

/** An activity of retail. */
export const SELLING: v.InferOutput<typeof Activity> = {
  id: '4751201',
  secao: 'G',
  divisao: '47',
  grupo: '47.5',
  classe: '47.51-2',
  subclasse: '4751-2/01',
  descricao: 'Comércio varejista especializado de equipamentos e suprimentos de informática',
};

/** An activity of public administration. */
export const REGULATING: v.InferOutput<typeof Activity> = {
  id: '8412400',
  secao: 'O',
  divisao: '84',
  grupo: '84.1',
  classe: '84.12-4',
  subclasse: '8412-4/00',
  descricao: 'Regulação das atividades de saúde, educação, serviços culturais e outros serviços sociais',
};
