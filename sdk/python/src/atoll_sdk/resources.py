"""The resources of the service, named as its routes; writes are the actions of the same group."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from .generated import types
from .generated.actions import (
    AgentActions,
    FaucetActions,
    LoanActions,
    MarketActions,
    TokenActions,
    UpdownActions,
    VaultActions,
    VestingActions,
)
from .pages import List

if TYPE_CHECKING:
    from .client import Atoll

#: Classes with a method `list` cannot name the type.
Candles = list[types.Candle]
Findings = list[types.SafetyFinding]
#: Rows of an export: texts, empty where something is unknown.
ExportRows = list[Mapping[str, str]]


class RoundsPage(TypedDict):
    data: list[types.UpDownRound]
    pagination: Any


class _Resource:
    def __init__(self, atoll: Atoll) -> None:
        self._atoll = atoll


class Tokens(TokenActions):
    def list(
        self, **query: Unpack[types.GetApiV1TokensQuery]
    ) -> List[types.TokenSummary, types.GetApiV1TokensAnswer]:
        return List(self._atoll.api.get_api_v1_tokens, query)

    def get(self, address: str) -> types.TokenDetail:
        return self._atoll.api.get_api_v1_tokens_address(address)["data"]

    def safety(self, address: str) -> Findings:
        return self._atoll.api.get_api_v1_tokens_address_safety(address)["data"]

    def candles(self, address: str, **query: Unpack[types.GetApiV1TokensAddressCandlesQuery]) -> Candles:
        return self._atoll.api.get_api_v1_tokens_address_candles(address, **query)["data"]

    def trades(
        self, address: str, **query: Unpack[types.GetApiV1TokensAddressTradesQuery]
    ) -> List[types.Trade, types.GetApiV1TokensAddressTradesAnswer]:
        read = self._atoll.api.get_api_v1_tokens_address_trades
        return List(lambda **page: read(address, **page), query)

    def comments(
        self, address: str, **query: Unpack[types.GetApiV1TokensAddressCommentsQuery]
    ) -> List[types.Comment, types.GetApiV1TokensAddressCommentsAnswer]:
        read = self._atoll.api.get_api_v1_tokens_address_comments
        return List(lambda **page: read(address, **page), query)


class Markets(MarketActions):
    def list(
        self, **query: Unpack[types.GetApiV1TokensQuery]
    ) -> List[types.TokenSummary, types.GetApiV1TokensAnswer]:
        return List(self._atoll.api.get_api_v1_tokens, {**query, "isPrediction": True})

    def get(self, address: str) -> types.TokenDetail:
        return self._atoll.api.get_api_v1_tokens_address(address)["data"]

    def orders(
        self, address: str, **query: Unpack[types.GetApiV1TokensAddressOrdersQuery]
    ) -> List[types.Order, types.GetApiV1TokensAddressOrdersAnswer]:
        """The order book of a market."""
        read = self._atoll.api.get_api_v1_tokens_address_orders
        return List(lambda **page: read(address, **page), query)

    def liquidity(
        self, address: str, **query: Unpack[types.GetApiV1MarketsAddressLiquidityQuery]
    ) -> List[types.MarketLiquidity, types.GetApiV1MarketsAddressLiquidityAnswer]:
        read = self._atoll.api.get_api_v1_markets_address_liquidity
        return List(lambda **page: read(address, **page), query)

    def bond(self, address: str) -> types.MarketBond:
        return self._atoll.api.get_api_v1_markets_address_bond(address)

    def events(
        self, **query: Unpack[types.GetApiV1MarketsEventsQuery]
    ) -> List[types.MarketEvent, types.GetApiV1MarketsEventsAnswer]:
        return List(self._atoll.api.get_api_v1_markets_events, query)


class Loans(LoanActions):
    def list(self, **query: Unpack[types.GetApiV1LoansQuery]) -> List[types.Loan, types.GetApiV1LoansAnswer]:
        return List(self._atoll.api.get_api_v1_loans, query)

    def events(
        self, **query: Unpack[types.GetApiV1LoansEventsQuery]
    ) -> List[types.LoanEvent, types.GetApiV1LoansEventsAnswer]:
        return List(self._atoll.api.get_api_v1_loans_events, query)


class Vault(VaultActions):
    def events(
        self, **query: Unpack[types.GetApiV1VaultEventsQuery]
    ) -> List[types.VaultEvent, types.GetApiV1VaultEventsAnswer]:
        return List(self._atoll.api.get_api_v1_vault_events, query)


class Vesting(VestingActions):
    def events(
        self, **query: Unpack[types.GetApiV1VestingEventsQuery]
    ) -> List[types.VestingEvent, types.GetApiV1VestingEventsAnswer]:
        return List(self._atoll.api.get_api_v1_vesting_events, query)


class Updown(UpdownActions):
    def rounds(self, **query: Unpack[types.GetApiV1UpdownRoundsQuery]) -> List[types.UpDownRound, RoundsPage]:
        """Rounds of an asset, which is named by its contract."""

        def read(**page: Any) -> RoundsPage:
            answer = self._atoll.api.get_api_v1_updown_rounds(**page)
            return {"data": answer["rounds"], "pagination": answer["pagination"]}

        return List(read, query)

    def round(
        self, token: str, tf: int | str, round_id: int | str
    ) -> types.GetApiV1UpdownRoundsTokenTfRoundIdAnswer:
        return self._atoll.api.get_api_v1_updown_rounds_token_tf_round_id(token, str(tf), str(round_id))


class Faucet(FaucetActions):
    def status(self) -> types.FaucetStatus:
        return self._atoll.api.get_api_v1_faucet_status()


class Agents(AgentActions):
    def list(self, **query: Unpack[types.GetApiAgentsQuery]) -> List[types.Agent, types.GetApiAgentsAnswer]:
        return List(self._atoll.api.get_api_agents, query)

    def get(self, address: str) -> types.GetApiAgentsAddressAnswer:
        return self._atoll.api.get_api_agents_address(address)


class Me(_Resource):
    """What belongs to the wallet of the key."""

    def profile(self) -> types.OwnProfile:
        return self._atoll.api.get_api_v1_me_profile()

    def stats(self) -> types.OwnStats:
        return self._atoll.api.get_api_v1_me_stats()

    def projects(self) -> types.GetApiV1MeProjectsAnswer:
        return self._atoll.api.get_api_v1_me_projects()

    def referrals(self) -> types.GetApiV1MeReferralsAnswer:
        return self._atoll.api.get_api_v1_me_referrals()

    def updown(self) -> types.GetApiV1MeUpdownAnswer:
        return self._atoll.api.get_api_v1_me_updown()

    def daily_caps(self) -> types.DailyCaps:
        return self._atoll.api.get_api_v1_me_daily_caps()

    def export(self) -> types.WalletExport:
        return self._atoll.api.get_api_v1_me_export()

    def orders(
        self, **query: Unpack[types.GetApiV1MeOrdersQuery]
    ) -> List[types.OwnOrder, types.GetApiV1MeOrdersAnswer]:
        return List(self._atoll.api.get_api_v1_me_orders, query)


class Reef(_Resource):
    def feed(
        self, **query: Unpack[types.GetApiReefFeedQuery]
    ) -> List[types.ReefPost, types.GetApiReefFeedAnswer]:
        return List(self._atoll.api.get_api_reef_feed, query)

    def get(self, post_id: str) -> types.GetApiReefPostPostIdAnswer:
        return self._atoll.api.get_api_reef_post_post_id(post_id)

    def post(self, **body: Unpack[types.PostApiReefPostBody]) -> types.PostApiReefPostAnswer:
        return self._atoll.api.post_api_reef_post(body)

    def comment(
        self, post_id: str, **body: Unpack[types.PostApiReefPostPostIdCommentBody]
    ) -> types.PostApiReefPostPostIdCommentAnswer:
        return self._atoll.api.post_api_reef_post_post_id_comment(post_id, body)

    def vote(self, post_id: str) -> types.PostApiReefVotePostIdAnswer:
        return self._atoll.api.post_api_reef_vote_post_id(post_id)


class Wallets(_Resource):
    def profile(self, wallet: str) -> types.Profile:
        return self._atoll.api.get_api_v1_profile_wallet(wallet)

    def transactions(
        self, address: str, **query: Unpack[types.GetApiV1WalletAddressTransactionsQuery]
    ) -> List[types.WalletTransaction, types.GetApiV1WalletAddressTransactionsAnswer]:
        read = self._atoll.api.get_api_v1_wallet_address_transactions
        return List(lambda **page: read(address, **page), query)

    def leaderboard(
        self, **query: Unpack[types.GetApiV1LeaderboardQuery]
    ) -> List[types.LeaderboardEntry, types.GetApiV1LeaderboardAnswer]:
        return List(self._atoll.api.get_api_v1_leaderboard, query)


class Portfolio(_Resource):
    def holdings(self, wallet: str) -> ExportRows:
        """USDB, tokens and debts of a wallet."""
        rows: ExportRows = self._atoll.request("GET", f"/portfolio/{wallet.lower()}/holdings.json")
        return rows

    def positions(self, wallet: str) -> ExportRows:
        """Shares of markets that a wallet holds, and what can be redeemed."""
        rows: ExportRows = self._atoll.request("GET", f"/portfolio/{wallet.lower()}/positions.json")
        return rows


class Service(_Resource):
    def health(self) -> types.Health:
        return self._atoll.api.get_api_health()

    def pulse(self) -> types.Pulse:
        return self._atoll.api.get_api_pulse()

    def contracts(self) -> types.AddressBook:
        return self._atoll.api.get_contracts_json()
