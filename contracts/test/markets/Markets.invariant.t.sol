// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IMarketBook} from "../../src/markets/IMarketBook.sol";
import {MarketMath} from "../../src/markets/MarketMath.sol";
import {MarketHandler} from "../helpers/MarketHandler.sol";
import {MarketsFixture} from "../helpers/MarketsFixture.sol";
import {PrivateMarketHandler} from "../helpers/PrivateMarketHandler.sol";
import {PublicMarketHandler} from "../helpers/PublicMarketHandler.sol";

/// @dev Invariants of the markets of both contracts, traded by four wallets.
abstract contract MarketsInvariantTest is MarketsFixture {
    address internal constant CAROL = address(0xca201);
    uint256 internal constant OPTIONS = 3;

    IMarketBook internal book;
    MarketHandler internal handler;
    address[] internal wallets;
    address[] internal markets;

    function setUp() public virtual override {
        super.setUp();
        wallets = [ALICE, BOB, CAROL, DEV];
        for (uint256 i; i < wallets.length; ++i) {
            fund(wallets[i], 100_000_000e18);
            approveMarkets(wallets[i]);
            buy(wallets[i], address(main), 10_000e18);
        }
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function _deployment(IMarketBook book_) internal returns (MarketHandler.Deployment memory) {
        book = book_;
        return MarketHandler.Deployment(book_, reader, swap, usdb, IERC20(address(main)));
    }

    /// @dev Gives every wallet shares, tokens and an order of the market.
    function _seedMarket(address market) internal {
        markets.push(market);
        for (uint256 i; i < wallets.length; ++i) {
            address wallet = wallets[i];
            approve(wallet, market);
            buy(wallet, market, 100e18);
            vm.startPrank(wallet);
            IERC20(market).approve(address(book), type(uint256).max);
            book.buy(market, uint8(i % OPTIONS), address(usdb), (i + 1) * 37e18, 0, 0);
            book.listOrder(market, uint8(i % OPTIONS), (i + 1) * 10e18, 0.1e18 + i * 0.13e18);
            vm.stopPrank();
        }
    }

    /// @dev Checked after every call. The balances are checked after each run only: no later call can repair them.
    function _assertNoViolation() internal view {
        vm.assertEq(handler.violation(), "");
    }

    function _assertSolvent() internal view {
        uint256 owed;
        for (uint256 i; i < markets.length; ++i) {
            address market = markets[i];
            if (handler.wasCalled(market)) _assertMarketAddsUp(market);
            (,, bool isFinal,) = book.getState(market);
            (uint256 paid, uint256 pool) = (handler.paidOut(market), book.getPool(market));
            vm.assertLe(paid, pool, "payouts stay within the pool");
            vm.assertTrue(isFinal || paid == 0, "nothing is paid before the outcome");
            owed += pool - paid + book.getBountyPool(market) + _bountiesAt(market);
        }
        vm.assertGe(usdb.balanceOf(address(book)), owed, "costs, pots and bounties are held");
    }

    /// @dev Bounties that the market contract still owes to voters.
    function _bountiesAt(address market) internal view virtual returns (uint256);

    function _assertMarketAddsUp(address market) private view {
        (uint256 sumOfReserves, uint256 sumOfCosts, uint256 probability) = (0, 0, 0);
        (,, bool isFinal, uint256 total) = book.getState(market);
        uint256[] memory offered = _offered(market);
        for (uint8 i; i < OPTIONS; ++i) {
            (uint256 reserve, uint256 cost, uint256 circulating) = book.getOutcome(market, i);
            (uint256 shares, uint256 costs) = _assertHoldingsAddUp(market, i, offered);
            vm.assertEq(shares, circulating, "shares are held by somebody");
            // Fills move costs between wallets within an outcome.
            vm.assertEq(costs, cost, "costs of wallets are what was paid in");
            sumOfReserves += reserve;
            sumOfCosts += cost;
            probability += MarketMath.price(reserve, total);
        }
        vm.assertEq(sumOfReserves, total, "reserves");
        vm.assertLe(probability, 1e18, "probabilities");
        vm.assertGe(probability + OPTIONS, 1e18, "probabilities");
        if (!isFinal) vm.assertEq(book.getPool(market), sumOfCosts + book.getGeneralPot(market), "pool");
    }

    function _assertHoldingsAddUp(address market, uint8 outcome, uint256[] memory offered)
        private
        view
        returns (uint256 shares, uint256 costs)
    {
        for (uint256 i; i < wallets.length; ++i) {
            uint256 held = book.userShares(market, wallets[i], outcome);
            uint256 locked = book.sharesLockedInOrders(market, wallets[i], outcome);
            vm.assertLe(locked, held, "locked shares are owned");
            vm.assertEq(locked, offered[i * OPTIONS + outcome], "locked shares are offered");
            shares += held;
            costs += book.userCost(market, wallets[i], outcome);
        }
    }

    /// @dev Shares in active orders, by wallet and outcome.
    function _offered(address market) private view returns (uint256[] memory sums) {
        sums = new uint256[](wallets.length * OPTIONS);
        uint256 count = book.nextOrderId(market);
        for (uint256 i; i < count; ++i) {
            (address seller, uint8 outcome, uint256 amount,,, bool active) = book.marketOrders(market, i);
            if (!active) continue;
            for (uint256 j; j < wallets.length; ++j) {
                if (wallets[j] == seller) sums[j * OPTIONS + outcome] += amount;
            }
        }
    }
}

contract PublicMarketsInvariantTest is MarketsInvariantTest {
    function setUp() public override {
        super.setUp();
        MarketHandler.Deployment memory deployment = _deployment(trading);
        for (uint256 i; i < 3; ++i) {
            vm.prank(wallets[i]);
            resolver.stake(address(main));
        }
        // One market in each phase, one second before the phase ends.
        for (uint256 i; i < 9; ++i) {
            _seedMarket(createMarket(OPTIONS, i == 2 ? vm.getBlockTimestamp() + 30 minutes : 0));
        }
        vm.warp(vm.getBlockTimestamp() + 1 hours);
        _finalizeUndisputed(7, 0);
        _finalizeUndisputed(8, 254);
        for (uint256 i = 3; i < 7; ++i) {
            propose(markets[i], 0);
            if (i == 3) continue;
            dispute(markets[i], i == 5 ? 253 : 1);
            _vote(ALICE, i, i == 5 ? 253 : 0);
            _vote(BOB, i, i == 5 ? 253 : 1);
        }
        vm.warp(vm.getBlockTimestamp() + VOTING);
        vm.prank(DEV);
        resolver.veto(markets[6], 0);
        vm.warp(vm.getBlockTimestamp() + CHALLENGE - VOTING - 1);
        address[] memory all = markets;
        handler = new PublicMarketHandler(deployment, resolver, OPERATOR, wallets, all);
    }

    function invariant_publicMarkets() public view {
        _assertNoViolation();
    }

    function afterInvariant() external view {
        _assertSolvent();
        _assertResolverSolvent();
    }

    function _assertResolverSolvent() private view {
        uint256 owed;
        for (uint256 i; i < markets.length; ++i) {
            (,,,,,, uint256 a, uint256 b, uint256 c,) = resolver.disputes(markets[i]);
            if (!resolver.resolved(markets[i])) owed += a + b + c;
            uint256 round = resolver.currentRound(markets[i]);
            for (uint256 j; j < wallets.length; ++j) {
                owed += resolver.getClaimableBounty(markets[i], wallets[j]);
                for (uint256 k; k < round; ++k) {
                    owed += resolver.getClaimableEarlyBounty(markets[i], k, wallets[j]);
                }
            }
        }
        vm.assertGe(usdb.balanceOf(address(resolver)), owed, "bonds and bounties are held");
        uint256 staked;
        for (uint256 j; j < wallets.length; ++j) {
            staked += resolver.userStakedAmount(wallets[j]);
        }
        vm.assertEq(main.balanceOf(address(resolver)), staked, "stakes are held");
    }

    function _bountiesAt(address) internal pure override returns (uint256) {
        return 0;
    }

    function _finalizeUndisputed(uint256 index, uint8 outcome) private {
        finalizeUndisputed(markets[index], outcome);
    }

    function _vote(address wallet, uint256 index, uint8 outcome) private {
        vm.prank(wallet);
        resolver.vote(markets[index], outcome);
    }
}

contract PrivateMarketsInvariantTest is MarketsInvariantTest {
    function setUp() public override {
        super.setUp();
        MarketHandler.Deployment memory deployment = _deployment(privateTrading);
        // Active, ended, in its vote, tied, decided, final and invalid.
        for (uint256 i; i < 7; ++i) {
            bool isEvent = i % 2 == 1;
            vm.prank(DEV);
            address market = privateTrading.createMarket(
                "Who comes?",
                "WHO",
                i < 2 ? vm.getBlockTimestamp() + 30 minutes : 0,
                optionsOf(OPTIONS),
                address(main),
                isEvent,
                false,
                0,
                10e18
            );
            vm.startPrank(DEV);
            if (isEvent) privateTrading.togglePrivateEventBuyers(market, wallets, true);
            privateTrading.manageVoter(market, ALICE, true);
            privateTrading.manageVoter(market, BOB, true);
            vm.stopPrank();
            _seedMarket(market);
        }
        for (uint256 i = 3; i < 7; ++i) {
            vm.prank(BOB);
            privateTrading.donate(markets[i], 10e18, true);
            _vote(ALICE, i, i == 6 ? 254 : 0);
            _vote(BOB, i, i == 6 ? 254 : (i == 3 ? 1 : 0));
        }
        vm.warp(vm.getBlockTimestamp() + WINDOW);
        privateTrading.finalize(markets[5]);
        privateTrading.finalize(markets[6]);
        _vote(DEV, 2, 2);
        vm.warp(vm.getBlockTimestamp() + WINDOW - 1);
        address[] memory all = markets;
        handler = new PrivateMarketHandler(deployment, DEV, wallets, all);
    }

    function invariant_privateMarkets() public view {
        _assertNoViolation();
    }

    function afterInvariant() external view {
        _assertSolvent();
    }

    function _bountiesAt(address market) internal view override returns (uint256 owed) {
        for (uint256 i; i < wallets.length; ++i) {
            owed += privateTrading.getClaimableBounty(market, wallets[i]);
        }
    }

    function _vote(address wallet, uint256 index, uint8 outcome) private {
        vm.prank(wallet);
        privateTrading.vote(markets[index], outcome);
    }
}

/// @dev Fewer, longer runs: complete markets with several rounds of disputes and all redemptions.
/// forge-config: default.invariant.runs = 20
/// forge-config: default.invariant.depth = 150
/// forge-config: deep.invariant.runs = 100
/// forge-config: deep.invariant.depth = 150
contract LongRunsInvariantTest is PublicMarketsInvariantTest {}
