"""The graph of a TSVC workspace, asked by named questions."""

from verify.graph.topics.decisions import Decisions, StalePremise
from verify.graph.topics.exchanges import Exchanges, Place, Repetition, Sharing
from verify.graph.topics.past import LostExchanges, LostTopic, Rewriting, TopicPast
from verify.graph.topics.topics_graph import TopicCircumstances, TopicsGraph

__all__ = [
    "Decisions",
    "Exchanges",
    "LostExchanges",
    "LostTopic",
    "Place",
    "Repetition",
    "Rewriting",
    "Sharing",
    "StalePremise",
    "TopicCircumstances",
    "TopicPast",
    "TopicsGraph",
]
