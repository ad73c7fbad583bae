/* How values of the registry are written for people. */

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const numbers = new Intl.NumberFormat('pt-BR');
const longDate = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'UTC' });

/** Money, which comes as text so that no cent is lost; empty for none. */
export function formatMoney(amount) {
  return amount === null ? '' : money.format(amount);
}

/** A whole number. */
export function formatNumber(number) {
  return numbers.format(number);
}

/** A day, YYYY-MM-DD, with the month's name. */
export function formatLongDate(day) {
  return longDate.format(new Date(day));
}

/** A day, YYYY-MM-DD, as people write it; empty for none. */
export function shortDate(day) {
  return day === null ? '' : day.split('-').reverse().join('/');
}

/** A CNPJ with its punctuation. */
export function formatCnpj(cnpj) {
  return cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
}

function formatCep(cep) {
  return cep === null ? '' : cep.replace(/^(\d{5})(\d{3})$/, '$1-$2');
}

/** The parts that are there, with a separator between them. */
export function joined(parts, separator) {
  return parts.filter((part) => part !== null && part !== undefined && part !== '').join(separator);
}

/** A description that is a text in one profile of the answers and an object in the other. */
export function described(value) {
  return typeof value === 'object' && value !== null ? value.descricao : value;
}

/** A state with the day on which it began. */
export function since(text, day) {
  return text && day ? `${text}, desde ${shortDate(day)}` : text;
}

/** A telephone with its area code; empty for none. */
export function phone(areaCode, number) {
  if (number === null) return '';
  return joined([areaCode && `(${areaCode})`, number.replace(/^(\d{4,5})(\d{4})$/, '$1-$2')], ' ');
}

/** An option of Simples or MEI, since when it holds, or until when it did. */
export function option(value, from, until) {
  if (value === 'Sim') return since('Optante', from);
  return until ? `${value}, excluída em ${shortDate(until)}` : value;
}

/** An establishment's address in one line. */
export function addressOf(place) {
  const street = joined([place.tipo_logradouro, place.logradouro], ' ');
  const state = place.estado?.sigla === 'EX' ? '' : place.estado?.sigla;
  const city = joined([place.nome_cidade_exterior ?? place.cidade?.nome, state], '/');
  const country = place.pais !== null && place.pais.id !== '1058' ? place.pais.nome : '';
  const cep = formatCep(place.cep);
  return joined(
    [
      joined([street, place.numero], ', '),
      place.complemento,
      place.bairro,
      city,
      country,
      cep && `CEP ${cep}`,
    ],
    ' · ',
  );
}
