import type { ContractTexts } from '#server/platform/words/contract-texts.ts';

export const contract: ContractTexts = {
  fileName: 'contrat-de-partage-de-données',
  title: 'Accord de partage de données',
  note: 'Modèle d’accord au titre des articles 5, 6 et 8 à 11 du règlement (UE) 2023/2854 (règlement sur les données). Le portail y a inscrit ce qui a été saisi dans la demande. Veuillez compléter ce qui est resté ouvert, vous mettre d’accord, signer l’accord et le joindre à la demande. Ce modèle ne constitue pas un conseil juridique.',
  parties: 'Parties',
  holder: 'Détenteur de données',
  user: 'Utilisateur',
  recipient: 'Destinataire de données (tiers)',
  facts: { vehicle: 'Produit connecté', purpose: 'Finalité convenue' },
  clauses: [
    {
      heading: 'Objet',
      paragraphs: [
        'À la demande de l’utilisateur (article 5, paragraphe 1, du règlement sur les données), le détenteur de données met à la disposition du destinataire de données les données facilement accessibles du produit connecté désigné ci-dessus, ainsi que les métadonnées nécessaires pour les interpréter et les utiliser.',
        'L’utilisateur indique de quelles données et de quelle période il s’agit dans la demande de données de son dossier, sur le portail du détenteur de données. Cette demande de données fait partie du présent accord.',
      ],
    },
    {
      heading: 'Mise à disposition des données',
      paragraphs: [
        'Le détenteur de données met les données à disposition sans retard injustifié, dans la qualité dont il dispose lui-même, de manière aisée et sécurisée, dans un format complet, structuré, couramment utilisé et lisible par machine.',
        'Cette mise à disposition est gratuite pour l’utilisateur.',
        'Les modalités convenues entre le détenteur et le destinataire de données sont équitables, raisonnables et non discriminatoires, et les données sont mises à disposition de manière transparente (article 8).',
      ],
    },
    {
      heading: 'Utilisation des données',
      paragraphs: [
        'Le destinataire de données traite les données uniquement pour la finalité indiquée ci-dessus et dans les conditions convenues avec l’utilisateur ; il les efface lorsqu’elles ne sont plus nécessaires à cette finalité, sauf s’il en a été convenu autrement avec l’utilisateur pour des données à caractère non personnel (article 6, paragraphe 1).',
        'Le destinataire de données n’utilise pas les données pour développer un produit concurrent du produit connecté dont elles proviennent et ne les partage pas avec un autre tiers à cette fin ; il ne les utilise pas à des fins de profilage, sauf si cela est nécessaire pour fournir le service demandé par l’utilisateur (article 6, paragraphe 2).',
        'Le destinataire de données ne met les données à la disposition d’un autre tiers que sur la base d’un contrat avec l’utilisateur et si la confidentialité des secrets d’affaires est préservée, et jamais à la disposition d’une entreprise désignée comme contrôleur d’accès en vertu de l’article 3 du règlement (UE) 2022/1925. Il déclare ne pas être lui-même une telle entreprise (article 5, paragraphe 3).',
        'Le destinataire de données n’utilise pas les données d’une manière qui porte atteinte à la sécurité du produit connecté et n’empêche pas un utilisateur qui est un consommateur de mettre les données à la disposition d’autres parties.',
      ],
    },
    {
      heading: 'Données à caractère personnel',
      paragraphs: [
        'Lorsque l’utilisateur n’est pas la personne concernée, les données à caractère personnel ne sont mises à disposition que s’il existe une base juridique valable au titre de l’article 6 du règlement (UE) 2016/679 et, le cas échéant, si les conditions de l’article 9 dudit règlement et de l’article 5, paragraphe 3, de la directive 2002/58/CE sont remplies (article 5, paragraphe 7).',
        'Chaque partie est elle-même responsable de ses propres traitements de données à caractère personnel.',
      ],
    },
    {
      heading: 'Secrets d’affaires',
      paragraphs: [
        'Les secrets d’affaires ne sont divulgués que dans la mesure strictement nécessaire à la finalité convenue. Le détenteur de données désigne les données protégées en tant que secrets d’affaires (article 5, paragraphe 9) : ___',
        'Les mesures techniques et organisationnelles convenues pour préserver leur confidentialité sont : ___',
      ],
    },
    {
      heading: 'Compensation',
      paragraphs: [
        'Le destinataire de données verse au détenteur de données pour la mise à disposition : ___ Toute compensation est non discriminatoire et raisonnable (article 9).',
        'Lorsque le destinataire de données est une petite ou moyenne entreprise ou un organisme de recherche à but non lucratif au sens de l’article 9, paragraphe 4, la compensation n’excède pas les coûts directement liés à la mise à disposition des données.',
      ],
    },
    {
      heading: 'Sécurité et utilisation non autorisée',
      paragraphs: [
        'Le destinataire de données protège les données par des mesures techniques et organisationnelles appropriées contre l’accès et la divulgation non autorisés.',
        'Si des données ont été obtenues, utilisées ou divulguées de manière illicite, le destinataire de données efface sans retard injustifié ces données et toutes leurs copies, met fin à leur utilisation et en informe l’utilisateur, ainsi que des mesures prises (article 11, paragraphe 2).',
      ],
    },
    {
      heading: 'Durée',
      paragraphs: [
        'Le présent accord prend effet à la dernière signature et prend fin le : ___',
        'L’utilisateur peut mettre fin à la mise à disposition des données à tout moment pour l’avenir. Ce qui est convenu au sujet de l’utilisation, des données à caractère personnel, des secrets d’affaires et de la sécurité continue de s’appliquer aux données reçues.',
      ],
    },
    {
      heading: 'Litiges',
      paragraphs: [
        'Les parties peuvent soumettre un litige à un organe de règlement des litiges certifié (article 10). Le droit à un recours effectif devant une juridiction d’un État membre n’est pas affecté.',
        'Le droit applicable est celui de : ___',
      ],
    },
  ],
  signatures: 'Signatures',
  placeAndDate: 'Lieu et date',
  signature: 'Nom et signature',
};
