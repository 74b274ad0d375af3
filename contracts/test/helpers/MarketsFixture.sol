// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketBook} from "../../src/markets/IMarketBook.sol";
import {MarketReader} from "../../src/markets/MarketReader.sol";
import {MarketResolver} from "../../src/markets/MarketResolver.sol";
import {MarketTrading} from "../../src/markets/MarketTrading.sol";
import {PrivateMarketTrading} from "../../src/markets/PrivateMarketTrading.sol";
import {ExchangeFixture} from "./ExchangeFixture.sol";

/// @dev The exchange with the market contracts, connected as in `scripts/local/deploy.ts`.
abstract contract MarketsFixture is ExchangeFixture {
    address internal constant INSURANCE = address(0x1425);
    uint256 internal constant CHALLENGE = 1_800;
    uint256 internal constant VOTING = 1_700;
    uint256 internal constant VETO = 1_600;
    uint256 internal constant WINDOW = 900;

    MarketTrading internal trading;
    PrivateMarketTrading internal privateTrading;
    MarketResolver internal resolver;
    MarketReader internal reader;

    function setUp() public virtual override {
        super.setUp();
        trading = MarketTrading(deploy("MarketTrading", abi.encode(swap, INSURANCE, 50e18, OPERATOR)));
        bytes memory args = abi.encode(swap, INSURANCE, 10e18, OPERATOR, WINDOW);
        privateTrading = PrivateMarketTrading(deploy("PrivateMarketTrading", args));
        args = abi.encode(trading, swap, MarketResolver.Periods(CHALLENGE, VOTING, VETO), OPERATOR);
        resolver = MarketResolver(deploy("MarketResolver", args));
        reader = MarketReader(deploy("MarketReader", ""));
        vm.startPrank(OPERATOR);
        trading.setResolver(address(resolver));
        factory.setMarket(address(trading), true);
        factory.setMarket(address(privateTrading), true);
        vm.stopPrank();
        approveMarkets(ALICE);
        approveMarkets(BOB);
        fund(DEV, 10_000e18);
        approveMarkets(DEV);
    }

    /// @dev Approves USDB and TIDE to the market contracts and the resolver.
    function approveMarkets(address wallet) internal {
        vm.startPrank(wallet);
        usdb.approve(address(trading), type(uint256).max);
        usdb.approve(address(privateTrading), type(uint256).max);
        usdb.approve(address(resolver), type(uint256).max);
        main.approve(address(trading), type(uint256).max);
        main.approve(address(privateTrading), type(uint256).max);
        main.approve(address(resolver), type(uint256).max);
        vm.stopPrank();
    }

    /// @dev Wallet of a voter.
    function voter(uint256 index) internal pure returns (address) {
        return address(uint160(0x707e0000 + index));
    }

    /// @dev Stakes TIDE for `count` voters.
    function stakeVoters(uint256 count) internal {
        stakeVoters(count, 0);
    }

    /// @dev The same for the voters from `first` to `count - 1`.
    function stakeVoters(uint256 count, uint256 first) internal {
        for (uint256 i = first; i < count; ++i) {
            fund(voter(i), 20e18);
            approveMarkets(voter(i));
            buy(voter(i), address(main), 10e18);
            vm.prank(voter(i));
            resolver.stake(address(main));
        }
    }

    function optionsOf(uint256 count) internal pure returns (string[] memory options) {
        options = new string[](count);
        for (uint256 i; i < count; ++i) {
            options[i] =
                string(abi.encodePacked("Option ", bytes1(uint8(65 + i / 26)), bytes1(uint8(65 + i % 26))));
        }
    }

    /// @dev A public market of DEV, seeded with 50 USDB.
    function createMarket(uint256 options, uint256 endTime) internal returns (address) {
        vm.prank(DEV);
        return trading.createMarket(
            "Will it rain?", "RAIN", endTime, optionsOf(options), address(main), false, 0, 50e18
        );
    }

    function bet(address trader, address market, uint8 outcome, uint256 usdc) internal returns (uint256) {
        uint256 before = trading.userShares(market, trader, outcome);
        vm.prank(trader);
        trading.buy(market, outcome, address(usdb), usdc, 0, 0);
        return trading.userShares(market, trader, outcome) - before;
    }

    /// @dev A market's record by one of its two getters. `marketData` returns twelve values, `getMarketData` one struct,
    /// which is encoded with an offset in front.
    function recordOf(IMarketBook book, bytes4 getter, address market)
        internal
        view
        returns (IMarketBook.MarketData memory)
    {
        (bool ok, bytes memory data) = address(book).staticcall(abi.encodeWithSelector(getter, market));
        require(ok, "the getter reverted");
        if (getter == IMarketBook.marketData.selector) data = bytes.concat(bytes32(uint256(32)), data);
        return abi.decode(data, (IMarketBook.MarketData));
    }

    function list(address seller, address market, uint8 outcome, uint256 amount, uint256 price)
        internal
        returns (uint256 orderId)
    {
        orderId = trading.nextOrderId(market);
        vm.prank(seller);
        trading.listOrder(market, outcome, amount, price);
    }

    function propose(address market, uint8 outcome) internal {
        vm.prank(ALICE);
        resolver.proposeOutcome(market, outcome);
    }

    function dispute(address market, uint8 outcome) internal {
        vm.prank(BOB);
        resolver.dispute(market, outcome);
    }

    function castVote(uint256 index, address market, uint8 outcome) internal {
        vm.prank(voter(index));
        resolver.vote(market, outcome);
    }

    /// @dev Proposes an outcome and finalizes it without a dispute.
    function finalizeUndisputed(address market, uint8 outcome) internal {
        propose(market, outcome);
        vm.warp(vm.getBlockTimestamp() + CHALLENGE);
        resolver.finalizeUncontested(market);
    }

    function idList(uint256 a) internal pure returns (uint256[] memory list_) {
        list_ = new uint256[](1);
        list_[0] = a;
    }

    function idList(uint256 a, uint256 b) internal pure returns (uint256[] memory list_) {
        list_ = new uint256[](2);
        (list_[0], list_[1]) = (a, b);
    }

    function idList(uint256 a, uint256 b, uint256 c) internal pure returns (uint256[] memory list_) {
        list_ = new uint256[](3);
        (list_[0], list_[1], list_[2]) = (a, b, c);
    }
}
