import type { aboutWords as englishAbout, privacyWords as englishPrivacy } from './words.en.ts'

export const aboutWords: typeof englishAbout = {
  title: 'À propos',
  description: 'Ce qu’est ce service, d’où viennent ses données, et comment signaler une erreur.',
  heading: 'À propos de ce service',
  lead: 'Reeve publie les données des conseils municipaux : réunions, motions, qui a voté comment, et règlements, en pages et en données.',
  records: 'D’où viennent les données',
  recordsText:
    'De ce que les conseils publient eux-mêmes, comme leurs portails eSCRIBE ou Legistar. Le bas de chaque page nomme sa source et la date de l’importation. Reeve montre ce que la source publie, sans y ajouter d’opinion, de note ou de classement.',
  notOfficial: 'Rien ici n’est un document officiel.',
  official:
    'Les procès-verbaux et les règlements du conseil le sont; les pages y mènent lorsque la source en donne l’adresse.',
  missing: 'Ce qui manque',
  meanings: [
    {
      term: 'Non consigné',
      text: ' : la source ne contient pas cette information. Le conseil l’a peut-être.',
    },
    {
      term: 'Pas encore',
      text: ' : l’information peut encore être publiée, comme le procès-verbal d’une réunion récente.',
    },
    {
      term: 'Aucun',
      text: ' : la source contient des procès-verbaux, et ils n’en mentionnent pas.',
    },
  ],
  names:
    'Un nom n’est lié à une personne qu’avec certitude : s’il peut désigner deux personnes, il n’est lié à aucune. Chaque conseil a une page sur ce qui manque.',
  corrections: 'Signaler une erreur',
  tellOperator:
    'Si une page diffère du procès-verbal, dites-le à l’exploitant de ce service. Si le procès-verbal est erroné, écrivez au conseil : la prochaine importation apportera sa correction.',
  writeTo:
    'Si une page diffère du procès-verbal, écrivez à {operator}. Si le procès-verbal est erroné, écrivez au conseil : la prochaine importation apportera sa correction.',
  data: 'Utiliser les données',
  dataText:
    'Les données de chaque page sont offertes en JSON. La {documentation} permet d’écrire un premier programme en dix minutes. Voir aussi ce que ce service conserve au sujet des {visitors}.',
  documentation: 'documentation (en anglais)',
  visitors: 'visiteurs',
}

export const privacyWords: typeof englishPrivacy = {
  title: 'Confidentialité',
  description:
    'Ce que ce service conserve au sujet des visiteurs, des titulaires de compte, et des personnes nommées dans les données.',
  lead: 'La lecture ne demande pas de compte. Les pages ne chargent rien d’autres sites, et n’ont ni publicité ni mesure d’audience.',
  visitors: 'Visiteurs',
  visitorsText:
    'Le journal contient une ligne par requête : méthode, type de page, état, durée, identifiant de la requête et identifiant de la clé d’API. Il ne contient ni adresse IP ni mots recherchés. Des serveurs placés devant Reeve peuvent tenir leurs propres journaux : demandez à {operator}.',
  accounts: 'Comptes et clés d’API',
  accountsTexts: [
    'Un compte est une adresse de courriel et un mot de passe, conservé seulement sous forme hachée (Argon2id).',
    'Une clé est conservée sous forme hachée, avec ses onze premiers caractères. Pour chaque clé et chaque jour, le nombre de requêtes est conservé pendant 400 jours : ni lesquelles, ni d’où, ni quand.',
    'Les témoins (cookies) ne servent qu’aux comptes : la session, un code de récupération pendant cinq minutes, et un témoin qui reconnaît un navigateur déjà connecté.',
    'Les connexions et les changements aux comptes sont journalisés avec le réseau, jamais l’adresse IP complète.',
    'Supprimer un compte supprime aussitôt ses clés, ses sessions et son utilisation.',
  ],
  names: 'Personnes nommées dans les données',
  namesText:
    'Les données nomment des conseillers, du personnel et des membres du public, comme les procès-verbaux. Seules les pages des personnes qui siègent au conseil ou à un comité sont ouvertes aux moteurs de recherche; les autres en sont exclues et n’ont pas de statistiques.',
  removal:
    'Pour retirer ou corriger un nom, demandez d’abord au conseil : la prochaine importation suit ses documents. Demandez ensuite à {operator}.',
  detail: '{page} décrit cela en détail.',
  page: 'Confidentialité et sécurité (en anglais)',
}
