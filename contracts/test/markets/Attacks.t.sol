// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IMarketBook} from "../../src/markets/IMarketBook.sol";
import {IMarketResolver} from "../../src/markets/IMarketResolver.sol";
import {MarketMath} from "../../src/markets/MarketMath.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {MarketsFixture} from "../helpers/MarketsFixture.sol";

/// @dev Executes several calls in one transaction, all or none.
contract Bundle {
    struct Call {
        address to;
        bytes data;
    }

    function run(Call[] calldata calls) external {
        for (uint256 i; i < calls.length; ++i) {
            (bool ok, bytes memory reason) = calls[i].to.call(calls[i].data);
            if (ok) continue;
            assembly ("memory-safe") {
                revert(add(reason, 32), mload(reason))
            }
        }
    }
}

/// @dev Attempts to gain at the expense of other wallets. Each is made with many wallets, and none may be profitable.
contract AttacksTest is MarketsFixture {
    address private constant MALLORY = address(0xbad);

    Bundle private bundle;
    Bundle.Call[] private calls;

    function setUp() public override {
        super.setUp();
        bundle = new Bundle();
        fund(MALLORY, 1_000_000e18);
        approveMarkets(MALLORY);
        fund(address(bundle), 1_000_000e18);
        approveMarkets(address(bundle));
    }

    // Knowing the outcome

    /// Nobody holds the winner. Attack: buy a little of it after the end, finalize, and take the whole pool.
    function test_refundCannotBeBoughtAfterTheEnd() public {
        uint256 end = vm.getBlockTimestamp() + 1 days;
        address market = createMarket(3, end);
        bet(ALICE, market, 0, 10_000e18);
        bet(BOB, market, 1, 10_000e18);
        vm.warp(end);
        propose(market, 2);
        vm.warp(vm.getBlockTimestamp() + CHALLENGE);
        _finishWithPurchase(market, 2, 1e18);
        resolver.finalizeUncontested(market);
        vm.assertEq(trading.getRedeemable(market, ALICE), 9_850e18);
        vm.assertEq(trading.getRedeemable(market, BOB), 9_850e18);
    }

    /// Attack: buy the proposed outcome and finalize it in one transaction, with and without end time, in any pieces and
    /// amounts.
    /// forge-config: default.fuzz.runs = 60
    /// forge-config: deep.fuzz.runs = 60
    function testFuzz_winnerCannotBeBoughtAfterTheEnd(bool hasEnd, uint256 amount, uint256 pieces) public {
        uint256 end = vm.getBlockTimestamp() + 1 days;
        address market = createMarket(2, hasEnd ? end : 0);
        bet(ALICE, market, 0, 1_000e18);
        bet(BOB, market, 1, 10_000e18);
        uint256 pool = trading.getPool(market);
        vm.warp(end);
        propose(market, 0);
        amount = bound(amount, 1e18, 500_000e18);
        pieces = bound(pieces, 1, 40);
        for (uint256 i; i < pieces; ++i) {
            calls.push(Bundle.Call(address(trading), _buying(market, 0, amount / pieces + 1e18)));
        }
        vm.expectRevert(IMarketBook.PoolClosed.selector);
        bundle.run(calls);
        vm.warp(vm.getBlockTimestamp() + CHALLENGE);
        _finishWithPurchase(market, 0, amount);
        resolver.finalizeUncontested(market);
        vm.assertEq(trading.getRedeemable(market, ALICE), pool, "the honest winner gets it all");
    }

    /// Attack: the creator of a private market votes alone and buys the winner.
    function test_privateWinnerCannotBeBoughtAfterTheFirstVote() public {
        vm.prank(DEV);
        address market =
            privateTrading.createMarket("Q?", "QQ", 0, optionsOf(2), address(main), false, false, 0, 10e18);
        for (uint256 i; i < 2; ++i) {
            vm.prank(i == 0 ? ALICE : BOB);
            privateTrading.buy(market, uint8(i), address(usdb), 5_000e18, 0, 0);
        }
        uint256 pool = privateTrading.getPool(market);
        vm.prank(DEV);
        privateTrading.vote(market, 0);
        vm.warp(vm.getBlockTimestamp() + WINDOW);
        calls.push(Bundle.Call(address(privateTrading), _buying(market, 0, 5_000e18)));
        calls.push(Bundle.Call(address(privateTrading), abi.encodeCall(privateTrading.finalize, (market))));
        vm.expectRevert(IMarketBook.PoolClosed.selector);
        bundle.run(calls);
        privateTrading.finalize(market);
        vm.assertEq(privateTrading.getRedeemable(market, ALICE), pool);
    }

    /// Attack: a false proposal that nobody disputes. It pays nothing, because shares cannot be bought after the end.
    function test_falseProposalClosesThePool() public {
        uint256 end = vm.getBlockTimestamp() + 1 days;
        address market = createMarket(2, end);
        bet(ALICE, market, 0, 20_000e18);
        vm.warp(end);
        uint256 before = usdb.balanceOf(MALLORY);
        uint256 bond = resolver.bondOf(market);
        vm.assertEq(bond, trading.getPool(market) / 100, "and it is no longer 5 USDB that are at risk");
        vm.prank(MALLORY);
        resolver.proposeOutcome(market, 1);
        vm.assertEq(before - usdb.balanceOf(MALLORY), bond);
        vm.warp(vm.getBlockTimestamp() + CHALLENGE);
        _finishWithPurchase(market, 1, 1e18);
        uint256 bounty = trading.getBountyPool(market);
        resolver.finalizeUncontested(market);
        vm.assertEq(usdb.balanceOf(MALLORY), before + bounty, "the proposer's bounty, no pool");
        vm.assertEq(trading.getRedeemable(market, ALICE), 19_700e18, "stakes go back");
    }

    // Many wallets

    /// A purchase that is split over wallets and calls never gives more shares than a single one.
    /// forge-config: default.fuzz.runs = 100
    /// forge-config: deep.fuzz.runs = 200
    function testFuzz_splittingOverWalletsGainsNothing(uint256 amount, uint256 wallets) public {
        wallets = bound(wallets, 2, 10);
        amount = bound(amount, 1e18, 20_000e18);
        (address one, address many) = (createMarket(2, 0), createMarket(2, 0));
        uint256 single = bet(ALICE, one, 0, amount * wallets);
        uint256 sum;
        for (uint256 i; i < wallets; ++i) {
            fund(voter(i), amount);
            approveMarkets(voter(i));
            sum += bet(voter(i), many, 0, amount);
        }
        vm.assertLe(sum, single, "pieces never gain");
        vm.assertGe(sum + wallets * 6 * 2_500 + 3 * wallets, single, "nor lose more than their rounding");
    }

    /// INVALID refunds exactly what was paid in, however often and at whatever prices the shares were resold.
    /// forge-config: default.fuzz.runs = 100
    /// forge-config: deep.fuzz.runs = 500
    function testFuzz_resalesDoNotRaiseTheRefund(uint256 seed, uint256 price) public {
        address market = createMarket(3, 0);
        uint256 shares = bet(ALICE, market, 0, 1_000e18);
        bet(BOB, market, 1, bound(seed, 1e18, 50_000e18));
        (uint256 reserve,,) = trading.getOutcome(market, 0);
        (,,, uint256 total) = trading.getState(market);
        price = bound(price, 1e16, MarketMath.price(reserve, total) - 1e16);
        address seller = ALICE;
        for (uint256 i; i < 3; ++i) {
            shares = bound(seed = next(seed), shares / 3, shares);
            if (shares * price < 1e36) break;
            uint256 orderId = list(seller, market, 0, shares, price);
            address buyer = i % 2 == 0 ? MALLORY : BOB;
            vm.prank(buyer);
            trading.buyOrder(market, orderId, shares);
            seller = buyer;
        }
        (uint256 cost, uint256 other,) = _costs(market);
        finalizeUndisputed(market, 254);
        uint256 paid = _redeem(ALICE, market) + _redeem(BOB, market) + _redeem(MALLORY, market);
        vm.assertEq(paid, cost + other, "to the wei");
        vm.assertEq(usdb.balanceOf(address(trading)), 0);
    }

    /// Attack: fill the order book with orders that are worth almost nothing.
    function test_dustOrdersAreRefused() public {
        address market = createMarket(2, 0);
        bet(MALLORY, market, 0, 100e18);
        vm.startPrank(MALLORY);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.BelowMinimum.selector, 0, 1e18));
        trading.listOrder(market, 0, 1, 1);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.BelowMinimum.selector, 190, 1e18));
        trading.listOrder(market, 0, 190e18, 1);
        vm.stopPrank();
    }

    /// Attack: cancel or fill an order just before a purchase of many orders. The purchase continues with the next one.
    function test_oneInactiveOrderDoesNotRevertAPurchase() public {
        address market = createMarket(2, 0);
        bet(MALLORY, market, 0, 100e18);
        bet(ALICE, market, 0, 100e18);
        list(MALLORY, market, 0, 20e18, 0.1e18);
        list(ALICE, market, 0, 20e18, 0.2e18);
        uint256 expected = reader.estimateSharesOut(address(trading), market, 0, 50e18, idList(1), BOB);
        vm.prank(MALLORY);
        trading.cancelOrder(market, 0);
        vm.prank(BOB);
        trading.buyOrdersAndContract(market, 0, idList(0, 1), address(usdb), 50e18, expected);
        vm.assertEq(trading.userShares(market, BOB, 0), expected);
    }

    // Stakes and votes

    /// Attack: stake, vote and unstake in one transaction.
    function test_stakeCannotBeWithdrawnDuringADispute() public {
        address market = createMarket(2, 0);
        propose(market, 0);
        dispute(market, 1);
        buy(address(bundle), address(main), 10e18);
        calls.push(Bundle.Call(address(resolver), abi.encodeCall(resolver.stake, (address(main)))));
        calls.push(Bundle.Call(address(resolver), abi.encodeCall(resolver.vote, (market, 1))));
        calls.push(Bundle.Call(address(resolver), abi.encodeCall(resolver.unstake, (address(main)))));
        vm.expectRevert(
            abi.encodeWithSelector(IMarketResolver.StakeLocked.selector, vm.getBlockTimestamp() + 24 hours)
        );
        bundle.run(calls);
    }

    /// Attack: the voters of a private market never vote, to keep the funds locked.
    function test_votersWhoNeverVoteCannotKeepTheFunds() public {
        vm.prank(DEV);
        address market = privateTrading.createMarket(
            "Q?", "QQ", vm.getBlockTimestamp() + 1, optionsOf(2), address(main), false, false, 0, 10e18
        );
        vm.prank(ALICE);
        privateTrading.buy(market, 0, address(usdb), 5_000e18, 0, 0);
        vm.warp(vm.getBlockTimestamp() + 1 + 30 days);
        vm.startPrank(ALICE);
        privateTrading.finalize(market);
        uint256 before = usdb.balanceOf(ALICE);
        privateTrading.redeem(market);
        vm.stopPrank();
        vm.assertEq(usdb.balanceOf(ALICE) - before, 4_925e18);
    }

    // Rules from before

    function test_nothingIsTradedAfterTheOutcome() public {
        address market = createMarket(2, 0);
        uint256 shares = bet(ALICE, market, 0, 100e18);
        list(ALICE, market, 0, shares / 2, 0.3e18);
        finalizeUndisputed(market, 0);
        _expectRefusals(
            address(trading),
            [
                abi.encodeCall(trading.buyOrder, (market, 0, 1)),
                abi.encodeCall(trading.buyMultipleOrders, (market, idList(0), 1e18)),
                _buying(market, 0, 1e18),
                abi.encodeCall(trading.donate, (market, 1e18, true)),
                abi.encodeCall(trading.listOrder, (market, 0, 10e18, 0.3e18)),
                abi.encodeCall(trading.redeem, (market))
            ]
        );
        vm.startPrank(ALICE);
        trading.redeem(market);
        vm.expectRevert(IMarketBook.AlreadyRedeemed.selector);
        trading.redeem(market);
        trading.cancelOrder(market, 0);
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.OrderNotActive.selector, 0));
        trading.cancelOrder(market, 0);
        vm.stopPrank();
    }

    function test_otherWalletsHaveNoPrivileges() public {
        address market = createMarket(2, 0);
        address[] memory wallets = new address[](1);
        wallets[0] = MALLORY;
        _expectRefusals(
            address(trading),
            [
                abi.encodeCall(trading.settle, (market, 0)),
                abi.encodeCall(trading.takeBounty, (market)),
                abi.encodeCall(trading.onTaxCollected, (market, 1, 1)),
                abi.encodeCall(trading.setResolver, (MALLORY)),
                abi.encodeCall(trading.SetWhitelistedWallet, (wallets, 1e18, "", market)),
                abi.encodeCall(trading.DisableFreeze, (market))
            ]
        );
        vm.startPrank(MALLORY);
        vm.expectRevert();
        resolver.resolveByBasis(market, 0);
        vm.expectRevert();
        factory.createMarketToken("A", "B", false, 0, MALLORY);
        vm.expectRevert();
        FactoryToken(market).buyTokens(1e18, MALLORY);
        vm.stopPrank();
    }

    function test_directTransfersChangeNothing() public {
        address market = createMarket(2, 0);
        bet(ALICE, market, 0, 100e18);
        uint256 pool = trading.getPool(market);
        uint256 quote = reader.estimateSharesOut(address(trading), market, 0, 100e18, new uint256[](0), BOB);
        uint256 bond = resolver.bondOf(market);
        vm.startPrank(MALLORY);
        usdb.transfer(address(trading), 10_000e18);
        usdb.transfer(address(resolver), 10_000e18);
        vm.stopPrank();
        vm.assertEq(trading.getPool(market), pool);
        vm.assertEq(resolver.bondOf(market), bond);
        vm.assertEq(bet(BOB, market, 0, 100e18), quote);
    }

    /// @dev Buys the outcome, finalizes and redeems in one transaction of the bundle, which has enough USDB.
    function _finishWithPurchase(address market, uint8 outcome, uint256 amount) private {
        delete calls;
        calls.push(Bundle.Call(address(trading), _buying(market, outcome, amount)));
        calls.push(Bundle.Call(address(resolver), abi.encodeCall(resolver.finalizeUncontested, (market))));
        calls.push(Bundle.Call(address(trading), abi.encodeCall(trading.redeem, (market))));
        vm.expectRevert(IMarketBook.PoolClosed.selector);
        bundle.run(calls);
        // Neither by `buyOrdersAndContract`.
        calls[0].data = abi.encodeCall(
            trading.buyOrdersAndContract, (market, outcome, idList(0, 1), address(usdb), amount, 1)
        );
        vm.expectRevert(abi.encodeWithSelector(IMarketBook.InsufficientShares.selector, 0, 1));
        bundle.run(calls);
    }

    function _buying(address market, uint8 outcome, uint256 amount) private view returns (bytes memory) {
        return abi.encodeCall(IMarketBook.buy, (market, outcome, address(usdb), amount, 0, 0));
    }

    function _expectRefusals(address target, bytes[6] memory refused) private {
        for (uint256 i; i < refused.length; ++i) {
            vm.prank(MALLORY);
            (bool ok,) = target.call(refused[i]);
            vm.assertFalse(ok);
        }
    }

    function _costs(address market) private view returns (uint256 first, uint256 second, uint256 third) {
        (, first,) = trading.getOutcome(market, 0);
        (, second,) = trading.getOutcome(market, 1);
        (, third,) = trading.getOutcome(market, 2);
    }

    function _redeem(address wallet, address market) private returns (uint256) {
        if (trading.getRedeemable(market, wallet) == 0) return 0;
        uint256 before = usdb.balanceOf(wallet);
        vm.prank(wallet);
        trading.redeem(market);
        return usdb.balanceOf(wallet) - before;
    }
}
